import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ReorderAtSeal } from '../../../src/types/blockFaults.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { addressOf, faultClientNames, faultClients } from '../../support/faultClients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

/** Flashblock 1 with a transfer each of accounts 3, 2, 1 and 0 in this order, and another of account 3. */
async function preconfirmed(devnet: PreconfDevnet): Promise<readonly Hex[]> {
  for (const from of [3, 2, 1, 0]) await sendTransfer(devnet, { from, tip: BigInt(10 + from) })
  await sendTransfer(devnet, { from: 3, nonce: 1 })
  const { transactions } = await devnet.flashblock()
  return transactions.map(({ hash }) => hash)
}

/** Where in the flashblock each transaction of the sealed block was, with this fault. */
async function orderWith(order: ReorderAtSeal['order'], seed = 'preconf'): Promise<number[]> {
  await using devnet = await testDevnet({ seed })
  const hashes = await preconfirmed(devnet)
  devnet.faults.inject({ kind: 'reorderAtSeal', order })
  const { transactions } = await devnet.seal()
  expect(devnet.faults.list()).toEqual([])
  return transactions.map((hash) => hashes.indexOf(hash))
}

describe.each(faultClientNames)('%s', (name) => {
  test('receipts have other places, gas and log indexes than those pre-confirmed', async () => {
    await using devnet = await testDevnet()
    await using client = await faultClients[name](devnet)
    const hashes = await preconfirmed(devnet)
    const place = async () =>
      Promise.all(
        hashes.map(async (hash) => {
          const receipt = await client.ask('eth_getTransactionReceipt', hash)
          return [receipt.transactionIndex, Number(receipt.cumulativeGasUsed) / 21_000]
        }),
      )
    const indexes = hashes.map((_, index) => [`0x${index}`, index + 1])
    expect(await place()).toEqual(indexes)
    await client.inject({ kind: 'reorderAtSeal', order: 'reverse' })
    await devnet.seal()
    // The sender of the first and the last has its nonces in order.
    const [first, ...others] = indexes
    expect(await place()).toEqual([first, ...others.slice(0, 3).reverse(), others[3]])
    expect(await client.sees(hashes[4] as Hex, addressOf(devnet, 3))).toEqual({
      transaction: 'sealed',
      receipt: 'sealed',
      nonces: [2, 2],
      bob: [5n, 5n],
    })
  })
})

test('as they are without a fault, the other way round, or as a list says, nonces ascending', async () => {
  await using devnet = await testDevnet()
  const hashes = await preconfirmed(devnet)
  expect((await devnet.seal()).transactions).toEqual(hashes)
  expect(await orderWith('reverse')).toEqual([0, 3, 2, 1, 4])
  expect(await orderWith([hashes[3], hashes[2]] as Hex[])).toEqual([3, 2, 0, 1, 4])
})

test('shuffled as the seed says', async () => {
  const order = await orderWith('shuffle', 'one')
  expect(await orderWith('shuffle', 'one')).toEqual(order)
  expect(await orderWith('shuffle', 'two')).not.toEqual(order)
  expect([...order].sort()).toEqual([0, 1, 2, 3, 4])
  expect(order.indexOf(4)).toBeGreaterThan(order.indexOf(0))
})

test('what cannot run in the new order goes back to the pool', async () => {
  await using devnet = await testDevnet()
  const poor = await devnet.provider.request({
    method: 'eth_getBalance',
    params: [addressOf(devnet, 1), 'latest'],
  })
  const gift = 2n * 10n ** 18n
  const given = await devnet.provider.request({
    method: 'eth_sendTransaction',
    params: [
      { from: addressOf(devnet), to: addressOf(devnet, 1), value: `0x${gift.toString(16)}` },
    ],
  })
  await devnet.flashblock()
  // More than account 1 has before it is given something.
  const spent = await sendTransfer(devnet, { from: 1, value: BigInt(poor) + 10n ** 18n })
  await devnet.flashblock()
  devnet.faults.inject({ kind: 'reorderAtSeal', order: 'reverse' })
  expect((await devnet.seal()).transactions).toEqual([given])
  expect(devnet.transaction(spent)).toMatchObject({ status: 'pooled', executable: true })
  expect((await devnet.seal()).transactions).toEqual([spent])
})

test('one that can change nothing stays armed', async () => {
  await using devnet = await testDevnet()
  const id = devnet.faults.inject({ kind: 'reorderAtSeal', order: 'reverse' })
  await devnet.seal()
  for (const nonce of [0, 1]) await sendTransfer(devnet, { nonce })
  await devnet.seal()
  expect(devnet.faults.list()).toMatchObject([{ id, applied: 0 }])
})
