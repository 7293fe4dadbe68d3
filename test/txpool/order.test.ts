import { describe, expect, test } from 'vitest'
import { feeCapsOf } from '../../src/execution/rules/fees.ts'
import { BestTransactions, type PoolOrder } from '../../src/txpool/order.ts'
import { emptyQueue, type SenderQueue, withTransaction } from '../../src/txpool/senderQueue.ts'
import type { SignedTransaction } from '../../src/types/transaction.ts'
import { blobHashes, sign, signer } from './signing.ts'

const [alice, bob, carol] = [signer(1), signer(2), signer(3)]

/** Queues as they come of these transactions in this order, all accounts at nonce 0. */
function queuesOf(transactions: readonly SignedTransaction[]): Iterable<SenderQueue> {
  const queues = new Map<string, SenderQueue>()
  for (const [arrival, transaction] of transactions.entries()) {
    const { sender, envelope } = transaction
    const key = sender.toString()
    const pooled = { transaction, nonce: envelope.nonce, fees: feeCapsOf(envelope), arrival }
    queues.set(key, withTransaction(queues.get(key) ?? emptyQueue(sender, 0n), pooled))
  }
  return queues.values()
}

function best(
  transactions: readonly SignedTransaction[],
  fees: { baseFee?: bigint; blobBaseFee?: bigint } = {},
  order: PoolOrder = 'fees',
): BestTransactions {
  return new BestTransactions(queuesOf(transactions), fees, order)
}

/** A transfer of type 2; `price` is the tip cap, the fee cap is far above. */
function tipping(from: typeof alice, nonce: bigint, tip: bigint): SignedTransaction {
  return sign(from, { type: 2, nonce, maxFeePerGas: 1000n, maxPriorityFeePerGas: tip })
}

describe('by fees', () => {
  test('the highest effective tip comes first, whatever the type of the transaction', () => {
    const legacy = sign(alice, { gasPrice: 105n })
    const dynamic = sign(bob, { type: 2, maxFeePerGas: 1000n, maxPriorityFeePerGas: 6n })
    const capped = sign(carol, { type: 2, maxFeePerGas: 104n, maxPriorityFeePerGas: 104n })
    expect([...best([capped, legacy, dynamic], { baseFee: 100n })]).toEqual([
      dynamic,
      legacy,
      capped,
    ])
  })

  test('of equal tips the earlier arrival comes first', () => {
    const [first, second] = [tipping(bob, 0n, 1n), tipping(alice, 0n, 1n)]
    expect([...best([first, second])]).toEqual([first, second])
    expect([...best([second, first])]).toEqual([second, first])
  })

  test('nonces of a sender ascend, and a high tip waits behind a low one', () => {
    const low = tipping(alice, 0n, 1n)
    const high = tipping(alice, 1n, 9n)
    const middle = tipping(bob, 0n, 5n)
    const lowest = tipping(carol, 0n, 0n)
    expect([...best([high, lowest, low, middle])]).toEqual([middle, low, high, lowest])
  })

  test('a sender ends at a nonce gap', () => {
    const [zero, two] = [tipping(alice, 0n, 1n), tipping(alice, 2n, 9n)]
    expect([...best([zero, two])]).toEqual([zero])
    expect([...best([two])]).toEqual([])
  })

  test('a sender ends where a transaction cannot pay the base fee; others go on', () => {
    const rich = sign(alice, { gasPrice: 100n })
    const poor = sign(alice, { nonce: 1n, gasPrice: 99n })
    const behind = sign(alice, { nonce: 2n, gasPrice: 500n })
    const other = sign(bob, { gasPrice: 100n })
    const all = [rich, poor, behind, other]
    expect([...best(all, { baseFee: 100n })]).toEqual([rich, other])
    expect([...best(all, { baseFee: 99n })]).toEqual([rich, other, poor, behind])
  })

  test('a blob transaction that cannot pay the blob base fee is left out', () => {
    const blob = sign(alice, {
      type: 3,
      maxFeePerBlobGas: 4n,
      blobVersionedHashes: blobHashes(1),
    })
    expect([...best([blob], { blobBaseFee: 4n })]).toEqual([blob])
    expect([...best([blob], { blobBaseFee: 5n })]).toEqual([])
  })
})

describe('first in, first out', () => {
  test('tips do not matter, arrivals do', () => {
    const [low, high] = [tipping(alice, 0n, 1n), tipping(bob, 0n, 9n)]
    expect([...best([low, high], {}, 'fifo')]).toEqual([low, high])
  })

  test('nonces ascend also where the later one came first', () => {
    const [one, zero] = [tipping(alice, 1n, 1n), tipping(alice, 0n, 1n)]
    const other = tipping(bob, 0n, 1n)
    expect([...best([one, other, zero], {}, 'fifo')]).toEqual([other, zero, one])
  })
})

describe('skipping', () => {
  test('a sender gets no further turn, the others do', () => {
    const mine = [tipping(alice, 0n, 9n), tipping(alice, 1n, 9n), tipping(alice, 2n, 9n)]
    const theirs = [tipping(bob, 0n, 5n), tipping(bob, 1n, 5n)]
    const round = best([...mine, ...theirs])
    expect(round.next().value).toBe(mine[0])
    expect(round.next().value).toBe(mine[1])
    round.skip(alice.address)
    expect([...round]).toEqual(theirs)
  })

  test('a sender can be skipped before its turn', () => {
    const [mine, theirs] = [tipping(alice, 0n, 9n), tipping(bob, 0n, 5n)]
    const round = best([mine, theirs])
    round.skip(bob.address)
    expect([...round]).toEqual([mine])
  })

  test('an iterator that has ended stays ended', () => {
    const round = best([tipping(alice, 0n, 1n)])
    expect([...round]).toHaveLength(1)
    expect(round.next()).toEqual({ done: true, value: undefined })
    round.skip(alice.address)
    expect([...round]).toEqual([])
  })
})
