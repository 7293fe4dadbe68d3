import { once } from 'node:events'
import { type Hex, parseTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { testDevnet } from '../../../support/testDevnet.ts'

/** The raw transactions in a message, as a node of Nitro takes it apart. */
function transactionsIn(l2Msg: string): readonly Hex[] {
  const bytes = Buffer.from(l2Msg, 'base64')
  if (bytes[0] === 4) return [`0x${bytes.subarray(1).toString('hex')}`]
  expect(bytes[0]).toBe(3)
  const found: Hex[] = []
  for (let at = 1; at < bytes.length; ) {
    const length = Number(bytes.readBigUInt64BE(at))
    found.push(...transactionsIn(bytes.subarray(at + 8, at + 8 + length).toString('base64')))
    at += 8 + length
  }
  return found
}

describe.each(['arbitrum', 'robinhood'] as const)('%s', (network) => {
  test.each(['feed', 'flashblocks', 'other/feed'])('streams its feed at /%s', async (path) => {
    await using devnet = await testDevnet({ network })
    const [alice, bob] = devnet.accounts.map(({ address }) => address)
    const { webSocketUrl } = await devnet.listen({ port: 0 })
    const socket = new WebSocket(`${webSocketUrl}/${path}`)
    await once(socket, 'open')
    const base = path.startsWith('other')
      ? `${webSocketUrl.replace('ws', 'http')}/other`
      : undefined
    const ask = async (method: string, ...params: unknown[]) => {
      if (base === undefined) return devnet.provider.request({ method, params })
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(base, { method: 'POST', headers, body })
      return ((await answer.json()) as { result: never }).result
    }
    const numbers: number[] = []
    for (const values of [[7], [], [8, 9]]) {
      const next = once(socket, 'message')
      for (const value of values) {
        const request = { from: alice, to: bob, value: `0x${value.toString(16)}`, gas: '0x5208' }
        await ask('eth_sendTransaction', request)
      }
      await ask('evm_mine')
      const { version, messages } = JSON.parse(String((await next)[0]))
      expect([version, messages.length]).toEqual([1, 1])
      const [{ sequenceNumber, blockHash, message }] = messages
      const block = await ask('eth_getBlockByNumber', 'latest', false)
      expect([`0x${sequenceNumber.toString(16)}`, blockHash]).toEqual([block.number, block.hash])
      const { header, l2Msg } = message.message
      expect(header).toMatchObject({
        kind: 3,
        timestamp: Number(block.timestamp),
        blockNumber: Number(block.l1BlockNumber),
      })
      const sent = transactionsIn(l2Msg).map((raw) => parseTransaction(raw).value)
      expect(sent).toEqual(values.map(BigInt))
      numbers.push(sequenceNumber)
    }
    expect(numbers).toEqual([1, 2, 3])
    socket.terminate()
  })
})
