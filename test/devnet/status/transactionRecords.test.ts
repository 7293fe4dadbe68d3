import { expect, test } from 'vitest'
import { TransactionRecords } from '../../../src/devnet/status/transactionRecords.ts'
import type { Hex } from '../../../src/lib/hex.ts'
import type { SignedTransaction } from '../../../src/types/transaction.ts'

/** What the records read of a transaction. */
function named(number: number) {
  const sender = { bytes: new Uint8Array(20).fill(number) }
  const envelope = { to: undefined, value: 1n, nonce: BigInt(number), data: new Uint8Array(5000) }
  return { hash: hashOf(number), sender, envelope } as unknown as SignedTransaction
}

function hashOf(number: number): Hex {
  return `0x${number.toString(16).padStart(64, '0')}`
}

/** Records whose time goes on by 100 ms at each event. */
function ticking(limit?: number) {
  let nowMs = 0
  return new TransactionRecords(() => (nowMs += 100), undefined, limit)
}

test('each point of a life has its time', () => {
  const records = ticking()
  records.pooled(named(1))
  records.published({ transactions: [named(1), named(2)] })
  records.sealed({ transactions: [named(2), named(1)] })
  expect(records.find(hashOf(1))?.times).toEqual({
    pooledMs: 100,
    preconfirmedMs: 200,
    sealedMs: 300,
  })
  expect(records.find(hashOf(2))?.times).toEqual({ preconfirmedMs: 200, sealedMs: 300 })
  expect(records.find(hashOf(3))).toBeUndefined()
})

test('a drop has its reason', () => {
  const records = ticking()
  records.pooled(named(1))
  records.dropped(named(1), { reason: 'replaced', replacedBy: hashOf(2) })
  expect(records.find(hashOf(1))).toMatchObject({
    times: { pooledMs: 100, droppedMs: 200 },
    drop: { reason: 'replaced', replacedBy: hashOf(2) },
  })
})

test('of the newest thousand that were dropped it keeps what they said, of ten thousand the request', () => {
  const records = ticking()
  const by = { method: 'eth_sendRawTransaction', client: 'HTTP' }
  for (let number = 0; number <= 10_000; number++) records.sent(hashOf(number), by)
  expect([0, 1].map((number) => records.senderOf(hashOf(number)))).toEqual([undefined, by])
  for (let number = 0; number <= 1000; number++) {
    records.dropped(named(number), { reason: 'removed' })
  }
  expect(records.contentOf(hashOf(0))).toBeUndefined()
  const content = records.contentOf(hashOf(1000))
  expect(content).toMatchObject({ nonce: 1000n, value: 1n, to: undefined })
  expect(content?.data).toHaveLength(2 + 2 * 4096)
})

test('back in the pool, it still is known when it was pre-confirmed and dropped, and why', () => {
  const records = ticking()
  const fault = { id: '0x1', kind: 'dropAtSeal' } as const
  records.pooled(named(1))
  records.published({ transactions: [named(1)] })
  records.dropped(named(1), { reason: 'fault', fault })
  records.pooled(named(1))
  expect(records.find(hashOf(1))).toMatchObject({
    times: { pooledMs: 400, preconfirmedMs: 200, droppedMs: 300 },
    drop: { reason: 'fault', fault },
  })
})

test('the oldest records are forgotten first, whatever happens to them later', () => {
  const records = ticking(3)
  for (const number of [1, 2, 3]) records.pooled(named(number))
  records.sealed({ transactions: [named(1)] })
  for (const number of [4, 5]) records.pooled(named(number))
  expect([1, 2, 3, 4, 5].map((number) => records.find(hashOf(number)) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
  records.pooled(named(1))
  expect(records.find(hashOf(1))?.times).toEqual({ pooledMs: 700 })
  expect(records.find(hashOf(3))).toBeUndefined()
})

test('a snapshot brings back what was known then, and the bound holds after it', () => {
  const records = ticking(2)
  records.pooled(named(1))
  records.pooled(named(2))
  const snapshot = records.snapshot()
  records.sealed({ transactions: [named(1)] })
  records.pooled(named(3))
  expect(records.find(hashOf(1))).toBeUndefined()
  records.restore(snapshot)
  expect(records.find(hashOf(1))?.times).toEqual({ pooledMs: 100 })
  expect(records.find(hashOf(3))).toBeUndefined()
  records.pooled(named(4))
  expect(records.find(hashOf(1))).toBeUndefined()
  expect(records.find(hashOf(2))?.times).toEqual({ pooledMs: 200 })
  records.restore(snapshot)
  expect(records.find(hashOf(4))).toBeUndefined()
})
