import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { bob } from '../support/transfers.ts'

const mebibyte = 2 ** 20

/** What a connection may leave unread by default. */
const maxUnsentBytes = 16 * mebibyte

/** A WebSocket client that counts what it gets. */
async function reader(url: string) {
  const socket = new WebSocket(url)
  const lengths: number[] = []
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  socket.on('message', (data) => lengths.push((data as Buffer).length))
  await new Promise((resolve) => socket.once('open', resolve))
  return { socket, lengths, closed }
}

async function subscriber(url: string) {
  const client = await reader(url)
  const params = ['newFlashblocks']
  client.socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params }))
  await expect.poll(() => client.lengths.length).toBe(1)
  return client
}

/** Fills the open block with so many transactions of 120 kB each. */
async function fill(devnet: PreconfDevnet, transactions: number) {
  const account = privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex)
  for (let nonce = 0; nonce < transactions; nonce++) {
    const signed = await account.signTransaction({
      chainId: devnet.chainId,
      to: bob,
      nonce,
      gas: 1_300_000n,
      gasPrice: 10_000_000_000n,
      data: `0x${'00'.repeat(120_000)}`,
    })
    await devnet.provider.request({ method: 'eth_sendRawTransaction', params: [signed] })
  }
}

test('a subscriber that never reads is closed at a bound of memory, and others miss nothing', async () => {
  await using devnet = await testDevnet()
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const [slow, good] = [await subscriber(webSocketUrl), await subscriber(webSocketUrl)]
  slow.socket.pause()
  await fill(devnet, 20)
  let received = 1
  // Flashblock 0 is told of together with the first one that was asked for.
  await devnet.flashblock()
  received += 2
  await expect.poll(() => good.lengths.length, { interval: 1 }).toBe(received)
  const messageBytes = good.lengths.at(-1) as number
  expect(messageBytes).toBeGreaterThan(4 * mebibyte)

  // The system holds some of it outside of the process, so it takes a few messages more than the bound.
  while (devnet.metrics().connections.webSocket === 2) {
    expect(devnet.metrics().connections.unsentBytes).toBeLessThanOrEqual(maxUnsentBytes)
    await devnet.flashblock()
    received++
    await expect.poll(() => good.lengths.length, { interval: 1 }).toBe(received)
  }
  expect(devnet.metrics().subscriptions).toBe(1)
  await expect.poll(() => devnet.metrics().connections.unsentBytes).toBe(0)
  await devnet.seal()
  await devnet.flashblock()
  await expect.poll(() => good.lengths.length).toBe(received + 2)

  slow.socket.resume()
  // 1006 when it took too long to read what lay before the close frame.
  expect([1013, 1006]).toContain(await slow.closed)
  expect(slow.lengths.length).toBeLessThan(good.lengths.length)
  good.socket.terminate()
})

test('so is a node at the stream of the builder', async () => {
  await using devnet = await testDevnet()
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const url = `${webSocketUrl}/flashblocks`
  const [slow, good] = [await reader(url), await reader(url)]
  slow.socket.pause()
  let received = 0
  while (devnet.metrics().connections.webSocket === 2) {
    expect(devnet.metrics().connections.unsentBytes).toBeLessThanOrEqual(maxUnsentBytes)
    const snapshot = await devnet.snapshot()
    await fill(devnet, 20)
    await devnet.flashblock()
    await devnet.revert(snapshot)
    received += 2
    await expect.poll(() => good.lengths.length, { interval: 1 }).toBe(received)
  }
  slow.socket.resume()
  expect([1013, 1006]).toContain(await slow.closed)
  expect(slow.lengths.length).toBeLessThan(good.lengths.length)
  good.socket.terminate()
})
