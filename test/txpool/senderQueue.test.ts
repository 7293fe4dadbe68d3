import { describe, expect, test } from 'vitest'
import { feeCapsOf } from '../../src/execution/rules/fees.ts'
import {
  between,
  emptyQueue,
  firstGap,
  type PooledTransaction,
  promotedBetween,
  prunedTo,
  type SenderQueue,
  transactionAt,
  withoutNonce,
  withTransaction,
} from '../../src/txpool/senderQueue.ts'
import { sign, signer } from './signing.ts'

const alice = signer(1)
const pooled: readonly PooledTransaction[] = Array.from({ length: 8 }, (_, arrival) => {
  const transaction = sign(alice, { nonce: BigInt(arrival) })
  const { envelope } = transaction
  return { transaction, nonce: envelope.nonce, fees: feeCapsOf(envelope), arrival }
})

function queueOf(nonce: bigint, ...nonces: readonly number[]): SenderQueue {
  return nonces.reduce(
    (queue, index) => withTransaction(queue, pooled[index] as PooledTransaction),
    emptyQueue(alice.address, nonce),
  )
}

function noncesIn(queue: SenderQueue): bigint[] {
  return between(queue, 0n).map((transaction) => transaction.envelope.nonce)
}

describe('a queue', () => {
  test('is in nonce order, whatever came first', () => {
    expect(noncesIn(queueOf(0n, 3, 0, 7, 1))).toEqual([0n, 1n, 3n, 7n])
  })

  test('has one transaction for each nonce', () => {
    const queue = queueOf(0n, 0, 1, 2)
    const other = { ...(pooled[1] as PooledTransaction), arrival: 99 }
    expect(transactionAt(withTransaction(queue, other), 1n)).toBe(other)
    expect(transactionAt(queue, 1n)).toBe(pooled[1])
    expect(transactionAt(queue, 3n)).toBeUndefined()
  })

  test('knows its first gap from any nonce on', () => {
    const queue = queueOf(0n, 0, 1, 2, 4, 5)
    expect([0n, 1n, 3n, 4n, 6n].map((from) => firstGap(queue, from))).toEqual([3n, 3n, 3n, 6n, 6n])
  })

  test('tells what became executable, on either side of what was', () => {
    const promoted = (before: SenderQueue, after: SenderQueue) =>
      promotedBetween(before, after).map((transaction) => transaction.envelope.nonce)
    expect(promoted(queueOf(0n, 0, 2, 3), queueOf(0n, 0, 1, 2, 3))).toEqual([1n, 2n, 3n])
    expect(promoted(queueOf(2n, 1, 2, 3), queueOf(1n, 1, 2, 3))).toEqual([1n])
    expect(promoted(queueOf(0n, 0, 1), queueOf(1n, 1))).toEqual([])
    expect(promoted(queueOf(0n, 3, 4), queueOf(3n, 3, 4))).toEqual([3n, 4n])
  })
})

describe('an older queue stays as it was', () => {
  test('when a newer one grows, and when both grow', () => {
    const base = queueOf(0n, 0, 1)
    const left = withTransaction(base, pooled[2] as PooledTransaction)
    const right = withTransaction(base, pooled[3] as PooledTransaction)
    const longer = withTransaction(left, pooled[4] as PooledTransaction)
    expect(noncesIn(base)).toEqual([0n, 1n])
    expect(noncesIn(left)).toEqual([0n, 1n, 2n])
    expect(noncesIn(right)).toEqual([0n, 1n, 3n])
    expect(noncesIn(longer)).toEqual([0n, 1n, 2n, 4n])
    expect(firstGap(base, 0n)).toBe(2n)
    expect(transactionAt(base, 2n)).toBeUndefined()
  })

  test('when a newer one loses transactions', () => {
    const base = queueOf(0n, 0, 1, 2)
    expect(noncesIn(withoutNonce(base, 1n))).toEqual([0n, 2n])
    expect(noncesIn(prunedTo(base, 2n))).toEqual([2n])
    expect(noncesIn(withTransaction(prunedTo(base, 2n), pooled[5] as PooledTransaction))).toEqual([
      2n,
      5n,
    ])
    expect(noncesIn(base)).toEqual([0n, 1n, 2n])
  })
})
