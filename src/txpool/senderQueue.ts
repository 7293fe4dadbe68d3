import type { Address } from '@ethereumjs/util'
import type { FeeCaps } from '../execution/rules/fees.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { Amounts } from '../types/values.ts'

export interface PooledTransaction {
  readonly transaction: SignedTransaction
  readonly nonce: bigint
  readonly fees: FeeCaps
  /** Counts the transactions that the pool has taken in. */
  readonly arrival: number
}

/**
 * The pooled transactions of one sender. A value: every change gives a new one and leaves the old
 * as it was, so that snapshots and iterators can keep it without a copy.
 */
export interface SenderQueue {
  readonly sender: Address
  /** The last reported nonce of the account: pending transactions begin here. */
  readonly nonce: bigint
  /** Nonces ascending. Only the first `length` belong to this queue; a later one may append behind. */
  readonly items: readonly PooledTransaction[]
  readonly length: number
}

export function emptyQueue(sender: Address, nonce: bigint): SenderQueue {
  return queueOf(sender, nonce, [])
}

function queueOf(sender: Address, nonce: bigint, items: readonly PooledTransaction[]): SenderQueue {
  return { sender, nonce, items, length: items.length }
}

/** Returns the queue with another nonce of its sender's account. */
export function withNonce({ sender, items, length }: SenderQueue, nonce: bigint): SenderQueue {
  return { sender, nonce, items, length }
}

/** Position of the first transaction with this nonce or a higher one. */
function positionOf(queue: SenderQueue, nonce: bigint): number {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((queue.items[middle] as PooledTransaction).nonce < nonce) low = middle + 1
    else high = middle
  }
  return low
}

export function transactionAt(queue: SenderQueue, nonce: bigint): PooledTransaction | undefined {
  const position = positionOf(queue, nonce)
  const found = position < queue.length ? queue.items[position] : undefined
  return found?.nonce === nonce ? found : undefined
}

/** Puts a transaction in, in place of another with its nonce. Appending costs O(1). */
export function withTransaction(queue: SenderQueue, added: PooledTransaction): SenderQueue {
  const position = positionOf(queue, added.nonce)
  if (position === queue.length) {
    // Behind the end of every older value that shares the array: none of them sees it.
    const isNewest = queue.items.length === queue.length
    const items = (
      isNewest ? queue.items : queue.items.slice(0, queue.length)
    ) as PooledTransaction[]
    items.push(added)
    return queueOf(queue.sender, queue.nonce, items)
  }
  const items = queue.items.slice(0, queue.length)
  items.splice(position, items[position]?.nonce === added.nonce ? 1 : 0, added)
  return queueOf(queue.sender, queue.nonce, items)
}

export function withoutNonce(queue: SenderQueue, nonce: bigint): SenderQueue {
  const items = queue.items.slice(0, queue.length).filter((item) => item.nonce !== nonce)
  return queueOf(queue.sender, queue.nonce, items)
}

/** Sets the nonce of the account and leaves out the transactions below it. */
export function prunedTo(queue: SenderQueue, nonce: bigint): SenderQueue {
  const items = queue.items.slice(positionOf(queue, nonce), queue.length)
  return queueOf(queue.sender, nonce, items)
}

/** The transactions with a nonce from `from` on and below `to`, where there is one. */
export function between(
  queue: SenderQueue,
  from: bigint,
  to?: bigint | undefined,
): readonly SignedTransaction[] {
  const end = to === undefined ? queue.length : positionOf(queue, to)
  return queue.items.slice(positionOf(queue, from), end).map((item) => item.transaction)
}

/** The first nonce not before `from` that no transaction has. */
export function firstGap(queue: SenderQueue, from: bigint): bigint {
  const start = positionOf(queue, from)
  // Nonces rise by one or more, so those without a gap before them are the ones up to a point.
  let low = 0
  let high = queue.length - start
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = queue.items[start + middle] as PooledTransaction
    if (item.nonce === from + BigInt(middle)) low = middle + 1
    else high = middle
  }
  return from + BigInt(low)
}

/** The transactions of `after` that are executable, nonces ascending, and were not in `before`. */
export function promotedBetween(
  before: SenderQueue,
  after: SenderQueue,
): readonly SignedTransaction[] {
  const gapBefore = firstGap(before, before.nonce)
  const gapAfter = firstGap(after, after.nonce)
  const lower = between(after, after.nonce, smaller(gapAfter, before.nonce))
  const higher = between(after, larger(after.nonce, gapBefore), gapAfter)
  return [...lower, ...higher]
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right
}

/** Percent by which a replacement has to raise each fee. */
const priceBump = 10n
/** The same for blob transactions, which cost more to pass on. */
const blobPriceBump = 100n

/** The rule for replacements: each fee rises by the price bump, or the fee cap by any amount. */
export type ReplacementRule = 'bump' | 'higherCap'

/**
 * What a transaction with the fee caps `next` lacks to take the place of one with `previous`; nothing
 * if it may. By the bump it is higher in the fee cap and the tip cap, for blobs in the blob fee cap too.
 */
export function missingRaise(
  previous: FeeCaps,
  next: FeeCaps,
  rule: ReplacementRule = 'bump',
): Amounts | undefined {
  const { feeCap: have, tipCap, blobFeeCap } = next
  if (rule === 'higherCap') {
    const want = previous.feeCap + 1n
    return have < want ? { have, want, field: 'maxFeePerGas' } : undefined
  }
  const bump = previous.blobFeeCap === undefined ? priceBump : blobPriceBump
  const want = raised(previous.feeCap, bump)
  if (have < want) return { have, want, field: 'maxFeePerGas' }
  const wantTip = raised(previous.tipCap, bump)
  if (tipCap < wantTip) return { have: tipCap, want: wantTip, field: 'maxPriorityFeePerGas' }
  if (previous.blobFeeCap === undefined || blobFeeCap === undefined) return undefined
  const wantBlob = raised(previous.blobFeeCap, bump)
  return blobFeeCap < wantBlob ? { have: blobFeeCap, want: wantBlob } : undefined
}

/** The least that is raised enough. Rounds down as geth does: clients compute their bump as `fee * 110 / 100` in whole wei. */
function raised(previous: bigint, percent: bigint): bigint {
  const least = (previous * (100n + percent)) / 100n
  return least > previous ? least : previous + 1n
}
