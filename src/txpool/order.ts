import type { Address } from '@ethereumjs/util'
import { type BlockFees, effectiveTip } from '../execution/rules/fees.ts'
import { latin1Text } from '../lib/encodings.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import { type PooledTransaction, type SenderQueue, transactionAt } from './senderQueue.ts'

/** `fees`: highest effective tip first, then the earlier arrival. `fifo`: the earlier arrival alone. */
export type PoolOrder = 'fees' | 'fifo'

/** The next transaction of one sender. */
interface Head {
  readonly queue: SenderQueue
  readonly pooled: PooledTransaction
  /** Wei per gas. */
  readonly tip: bigint
}

/**
 * The executable transactions as they stood at the start of a round, in effective order, nonces of a
 * sender ascending. Leaves out a sender from the first transaction on that does not pay the block's
 * fees. Goes through once; the pool may change meanwhile.
 */
export class BestTransactions implements IterableIterator<SignedTransaction, undefined> {
  /** A binary heap: the best head first. */
  readonly #heads: Head[] = []
  readonly #fees: BlockFees
  readonly #isBefore: (left: Head, right: Head) => boolean
  /** Whether the first head has been given out and waits to be followed by its sender's next. */
  #isFirstTaken = false
  readonly #skipped = new Set<string>()

  constructor(queues: Iterable<SenderQueue>, fees: BlockFees, order: PoolOrder) {
    this.#fees = fees
    this.#isBefore = order === 'fees' ? paysMore : arrivedEarlier
    for (const queue of queues) {
      const head = headAt(queue, queue.nonce, fees)
      if (head !== undefined) this.#heads.push(head)
    }
    for (let index = this.#heads.length >>> 1; index >= 0; index--) this.#sink(index)
  }

  [Symbol.iterator](): this {
    return this
  }

  /** Leaves out all further transactions of a sender, because one of them could not be included. */
  skip(sender: Address): void {
    this.#skipped.add(latin1Text(sender.bytes))
  }

  next(): IteratorResult<SignedTransaction, undefined> {
    if (this.#isFirstTaken) this.#follow()
    while (this.#heads.length > 0) {
      const head = this.#heads[0] as Head
      if (!this.#isSkipped(head)) {
        this.#isFirstTaken = true
        return { done: false, value: head.pooled.transaction }
      }
      this.#replaceFirst(undefined)
    }
    return { done: true, value: undefined }
  }

  #follow(): void {
    this.#isFirstTaken = false
    const { queue, pooled } = this.#heads[0] as Head
    this.#replaceFirst(headAt(queue, pooled.nonce + 1n, this.#fees))
  }

  #isSkipped(head: Head): boolean {
    return this.#skipped.size > 0 && this.#skipped.has(latin1Text(head.queue.sender.bytes))
  }

  /** Puts `head`, or the last one in the heap when there is none, in place of the first. */
  #replaceFirst(head: Head | undefined): void {
    const first = head ?? this.#heads.pop()
    if (first === undefined || this.#heads.length === 0) return
    this.#heads[0] = first
    this.#sink(0)
  }

  /** Moves the head at `index` down until none below it comes before it. */
  #sink(index: number): void {
    const heads = this.#heads
    const moving = heads[index]
    if (moving === undefined) return
    let hole = index
    for (;;) {
      let child = hole * 2 + 1
      if (child >= heads.length) break
      const right = heads[child + 1]
      if (right !== undefined && this.#isBefore(right, heads[child] as Head)) child++
      const candidate = heads[child] as Head
      if (!this.#isBefore(candidate, moving)) break
      heads[hole] = candidate
      hole = child
    }
    heads[hole] = moving
  }
}

/** Whether there is a first one in `BestTransactions`. */
export function hasBest(queues: Iterable<SenderQueue>, fees: BlockFees): boolean {
  for (const queue of queues) if (headAt(queue, queue.nonce, fees) !== undefined) return true
  return false
}

function headAt(queue: SenderQueue, nonce: bigint, fees: BlockFees): Head | undefined {
  const pooled = transactionAt(queue, nonce)
  const tip = pooled && effectiveTip(pooled.fees, fees)
  return tip === undefined || pooled === undefined ? undefined : { queue, pooled, tip }
}

function paysMore(left: Head, right: Head): boolean {
  return left.tip === right.tip ? arrivedEarlier(left, right) : left.tip > right.tip
}

function arrivedEarlier(left: Head, right: Head): boolean {
  return left.pooled.arrival < right.pooled.arrival
}
