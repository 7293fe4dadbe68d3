import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { subscriber } from '../../support/subscriber.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

const nothing = { receipt: 'nowhere', transaction: 'pool', nonces: [0, 2], bob: [0n, 0n] }

describe.each(faultClientNames)('%s', (name) => {
  test('after a gap pending is the latest block, until the block is sealed with all that it has', async () => {
    await using devnet = await testDevnet({ mining: 'flashblocks' })
    await using client = await faultClients[name](devnet)
    await client.inject({ kind: 'skipFlashblock', index: 2 })
    const first = await sendTransfer(devnet)
    await devnet.clock.advance(200)
    const second = await sendTransfer(devnet, { nonce: 1 })
    await devnet.clock.advance(200)
    // Nobody can know yet that flashblock 2 was there.
    const shown = { receipt: 'pre-confirmed', transaction: 'pre-confirmed', bob: [0n, 1n] }
    expect(await client.sees(first, addressOf(devnet))).toEqual({ ...shown, nonces: [0, 2] })
    expect(await client.sees(second, addressOf(devnet))).toMatchObject({ receipt: 'nowhere' })
    expect(await client.ask('preconf_explain', second)).toMatchObject({
      reason: 'unpublished',
      details: { blockNumber: '0x1' },
    })

    await devnet.clock.advance(200)
    for (const hash of [first, second]) {
      expect(await client.sees(hash, addressOf(devnet))).toEqual(nothing)
      expect(await client.ask('preconf_getTransaction', hash)).toMatchObject({ status: 'pooled' })
    }
    const latest = await client.ask('eth_getBlockByNumber', 'latest', true)
    expect(await client.ask('eth_getBlockByNumber', 'pending', true)).toEqual(latest)
    expect(await client.ask('eth_getBlockReceipts', 'pending')).toEqual([])
    await expect(
      client.ask('eth_getBalance', addressOf(devnet), { blockNumber: 'pending', flashblock: 1 }),
    ).rejects.toThrow('flashblock 1 not found')

    // A transaction sent meanwhile is as invisible as the others, and in the same block.
    const third = await sendTransfer(devnet, { nonce: 2 })
    await devnet.clock.advance(1_400)
    for (const hash of [first, second, third]) {
      expect(await client.sees(hash, addressOf(devnet))).toEqual({
        receipt: 'sealed',
        transaction: 'sealed',
        nonces: [3, 3],
        bob: [3n, 3n],
      })
    }
    const { transactions, number } = await client.ask('eth_getBlockByNumber', 'latest', false)
    expect([number, transactions]).toEqual(['0x1', [first, second, third]])
    expect(await client.ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({
      number: '0x2',
    })
  })
})

test('subscribers miss the flashblocks from the gap to the end of the block, and no block', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks', blockTime: '1s' })
  using received = await subscriber(devnet)
  for (const kind of ['newFlashblocks', 'newFlashblockTransactions', 'newHeads']) {
    await received.subscribe(kind)
  }
  devnet.faults.inject({ kind: 'skipFlashblock', index: 3 })
  const hashes: Hex[] = []
  for (let nonce = 0; nonce < 7; nonce++) {
    hashes.push(await sendTransfer(devnet, { nonce }))
    await devnet.clock.advance(200)
  }
  await received.settled()
  const words = received.pushes.map(({ kind, result }) => {
    if (kind === 'newHeads') return `head ${Number(result.number)}`
    if (kind === 'newFlashblocks') return `${Number(result.number)}:${result.transactions.length}`
    return `sent ${hashes.indexOf(result)}`
  })
  expect(words).toEqual([
    ...['sent 0', '1:1', 'sent 1', '1:2'],
    ...['head 1', '2:0', 'sent 5', '2:1', 'sent 6', '2:2'],
  ])
})

test('without an index the next one but the first is skipped', async () => {
  await using devnet = await testDevnet()
  devnet.faults.inject({ kind: 'skipFlashblock' })
  const hash = await sendTransfer(devnet)
  const indexes: number[] = []
  devnet.on('flashblock', ({ index }) => indexes.push(index))
  expect((await devnet.flashblock()).index).toBe(1)
  await devnet.flashblock()
  expect(indexes).toEqual([0])
  expect((await devnet.seal()).transactions).toEqual([hash])
  await devnet.flashblock()
  expect(indexes).toEqual([0, 0, 1])
})

test('without index 0 nothing of a block is pre-confirmed', async () => {
  await using devnet = await testDevnet()
  devnet.faults.inject({ kind: 'skipFlashblock', index: 0 })
  await sendTransfer(devnet)
  const indexes: number[] = []
  devnet.on('flashblock', ({ index }) => indexes.push(index))
  await devnet.flashblock()
  await devnet.flashblock()
  expect(indexes).toEqual([])
  await devnet.seal()
  await devnet.flashblock()
  expect(indexes).toEqual([0, 1])
})
