import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { clientsOf, follow } from '../../extensions/networks/client.ts'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

const sealed = { receipt: 'sealed', transaction: 'sealed' }

async function blockAt(devnet: PreconfDevnet, tag: string): Promise<{ hash: Hex; number: Hex }> {
  const params = [tag, false] as never
  return (await devnet.provider.request({ method: 'eth_getBlockByNumber', params })) as never
}

describe.each(faultClientNames)('%s', (name) => {
  test('a sealed block is replaced before the next, and its transaction comes into that one', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    await using client = await faultClients[name](devnet)
    await client.inject({ kind: 'abandonBlock' })
    const hash = await sendTransfer(devnet)
    await devnet.clock.advance(2_000)
    expect(await client.sees(hash, addressOf(devnet))).toMatchObject(sealed)
    const old = await blockAt(devnet, 'latest')
    await devnet.clock.advance(200)
    const sibling = await blockAt(devnet, 'latest')
    expect(sibling.number).toBe(old.number)
    expect(sibling.hash).not.toBe(old.hash)
    expect(await client.sees(hash, addressOf(devnet))).toMatchObject({ receipt: 'pre-confirmed' })
    expect(await client.ask('eth_getBlockByHash', old.hash, false)).toBeNull()
    await devnet.clock.advance(1_800)
    expect(await client.sees(hash, addressOf(devnet))).toMatchObject(sealed)
    expect(await client.ask('eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: '0x2',
    })
  })

  test('the transactions of an abandoned block can be lost', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const id = await client.inject({ kind: 'abandonBlock', transactions: 'lose' })
    const hash = await sendTransfer(devnet)
    await devnet.seal()
    await devnet.seal()
    expect(await client.sees(hash, addressOf(devnet))).toEqual({
      receipt: 'nowhere',
      transaction: 'nowhere',
      nonces: [0, 0],
      bob: [0n, 0n],
    })
    expect(await client.ask('preconf_explain', hash)).toMatchObject({
      reason: 'fault',
      details: { id, kind: 'abandonBlock' },
    })
  })

  test('another producer keeps the receipts, in a block of another hash', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    await using client = await faultClients[name](devnet)
    await client.inject({ kind: 'abandonBlock', transactions: 'keep' })
    const hash = await sendTransfer(devnet)
    await devnet.clock.advance(2_000)
    const before = await client.ask('eth_getTransactionReceipt', hash)
    await devnet.clock.advance(200)
    const after = await client.ask('eth_getTransactionReceipt', hash)
    expect(after.blockHash).not.toBe(before.blockHash)
    expect({ ...after, blockHash: 0 }).toEqual({ ...before, blockHash: 0 })
  })
})

test('on Monad a proposal is abandoned without a word, and its sibling is proposed at its height', async () => {
  await using devnet = await testDevnet({ network: 'monad', mining: 'interval' })
  await using socket = await follow(devnet, [['monadNewHeads'], ['logs']])
  const { client, wallet } = await clientsOf(devnet)
  devnet.faults.inject({ kind: 'abandonBlock' })
  const hash = await wallet.sendTransaction({ to: addressOf(devnet, 1), value: 1n })
  await devnet.clock.advance(300)
  const first = await client.getTransactionReceipt({ hash })
  await devnet.clock.advance(300)
  const second = await client.getTransactionReceipt({ hash })
  expect([first.blockNumber, second.blockNumber]).toEqual([1n, 2n])
  await expect(client.getBlock({ blockHash: first.blockHash })).rejects.toThrow('not be found')
  const heads = (await socket.read()).map(({ kind, result: { number, hash, commitState } }) => [
    kind,
    Number(number),
    commitState,
    hash === first.blockHash,
  ])
  expect(heads).toEqual([
    ['monadNewHeads', 1, 'Proposed', true],
    ['monadNewHeads', 1, 'Proposed', false],
    ['monadNewHeads', 1, 'Voted', false],
    ['monadNewHeads', 2, 'Proposed', false],
  ])
})

test('a block that never goes back is not abandoned', async () => {
  await using devnet = await testDevnet()
  const states = [
    {
      name: 'accepted',
      reached: 'seal',
      withdrawal: 'never',
      tags: ['latest', 'pending', 'safe', 'finalized'],
      shows: ['transaction', 'receipt', 'count', 'logs'],
      subscriptions: ['newHeads', 'logs'],
    },
  ] as const
  await using final = await testDevnet({ network: { like: 'bnb', states } })
  expect(() => final.faults.inject({ kind: 'abandonBlock' })).toThrow(
    'no fault of kind abandonBlock here: the network never takes back a block that is accepted',
  )
  // Without transactions there is nothing to abandon.
  devnet.faults.inject({ kind: 'abandonBlock' })
  const { hash } = await devnet.seal()
  await devnet.seal()
  expect((await blockAt(devnet, '0x1')).hash).toBe(hash)
})
