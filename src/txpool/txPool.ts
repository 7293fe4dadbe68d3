import type { Address } from '@ethereumjs/util'
import { feeCapsOf } from '../execution/rules/fees.ts'
import { latin1Text } from '../lib/encodings.ts'
import type { Hex } from '../lib/hex.ts'
import { defaultLimits } from '../lib/limits.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import { BestTransactions, hasBest, type PoolOrder } from './order.ts'
import {
  AlreadyKnownError,
  NonceTooFarError,
  PoolFullError,
  ReplacementUnderpricedError,
} from './poolErrors.ts'
import {
  between,
  emptyQueue,
  firstGap,
  missingRaise,
  promotedBetween,
  prunedTo,
  type ReplacementRule,
  type SenderQueue,
  transactionAt,
  withNonce,
  withoutNonce,
  withTransaction,
} from './senderQueue.ts'

import {
  type PoolRules,
  type PoolState,
  validateSender,
  validateTransaction,
} from './validateTransaction.ts'

export interface TxPoolOptions {
  /** The order in which transactions are offered to a block. @default 'fees' */
  readonly order?: PoolOrder | undefined
  /**
   * Most transactions in the pool, pending and queued together.
   * @default 100000
   */
  readonly limit?: number | undefined
  /**
   * Most bytes of all of them, with their blobs and 256 for each.
   * @default 41943040
   */
  readonly maxBytes?: number | undefined
  /**
   * What a transaction with the nonce of another has to offer.
   * @default 'bump'
   */
  readonly replacement?: ReplacementRule | undefined
  /** How many nonces from that of its account on a sender may use; none: any. */
  readonly noncesAhead?: number | undefined
  /** Returns the gas limit of the blocks that a sender waits for, where it is not that of the next block. */
  readonly gasLimitOf?: ((sender: Address) => bigint) | undefined
}

/** What a transaction is checked against. */
export interface PoolContext {
  /** The newest state, pre-confirmed transactions included. */
  readonly state: PoolState
  /** The rules of the next block. */
  readonly rules: PoolRules
  /** Whether it comes from a foreign page, for which the pool is full when it is half full. @default false */
  readonly isForeign?: boolean | undefined
  /** Whether it has been in a block before: it is taken even if the pool is full. @default false */
  readonly isReturning?: boolean | undefined
}

/** What became of an accepted transaction. */
export interface Admission {
  /** Pending: executable now. Queued: waits for a lower nonce. */
  readonly status: 'pending' | 'queued'
  /** The one whose place it took. */
  readonly replaced?: SignedTransaction | undefined
  /** Queued ones of the sender that it made executable, nonces ascending. */
  readonly promoted: readonly SignedTransaction[]
}

/** What a new state of the accounts did to the pool, per sender, nonces ascending. */
export interface Pruned {
  readonly removed: readonly SignedTransaction[]
  readonly promoted: readonly SignedTransaction[]
}

/** All transactions, a list for each sender that has any, nonces ascending. */
export interface PoolContent {
  readonly pending: readonly (readonly SignedTransaction[])[]
  readonly queued: readonly (readonly SignedTransaction[])[]
}

/** The transactions of one sender, nonces ascending. */
export interface SenderContent {
  readonly pending: readonly SignedTransaction[]
  readonly queued: readonly SignedTransaction[]
}

/** The pool at a moment: for `TxPool.restore`. Never changes. */
export interface PoolSnapshot {
  readonly queues: ReadonlyMap<string, SenderQueue>
  readonly transactions: ReadonlyMap<Hex, SignedTransaction>
  readonly arrivals: number
  readonly bytes: number
}

/** Transactions that wait for a block. It checks them and puts them in order; it never runs one. */
export class TxPool {
  readonly #order: PoolOrder
  readonly #limit: number
  readonly #maxBytes: number
  readonly #replacement: ReplacementRule
  readonly #noncesAhead: TxPoolOptions['noncesAhead']
  readonly #gasLimitOf: TxPoolOptions['gasLimitOf']
  /** Queues by the sender's bytes as a string; no queue is empty. */
  #queues = new Map<string, SenderQueue>()
  /** Transactions by their hash. */
  #transactions = new Map<Hex, SignedTransaction>()
  #arrivals = 0
  #bytes = 0
  /** Whether a snapshot holds the two maps, so that a change needs copies of its own. */
  #isShared = false
  #revision = 0

  constructor({
    order = 'fees',
    limit = defaultLimits.poolTransactions,
    maxBytes = defaultLimits.poolBytes,
    replacement = 'bump',
    noncesAhead,
    gasLimitOf,
  }: TxPoolOptions = {}) {
    this.#order = order
    this.#replacement = replacement
    this.#noncesAhead = noncesAhead
    this.#gasLimitOf = gasLimitOf
    this.#limit = limit
    this.#maxBytes = maxBytes
  }

  /** Another number after each change. */
  get revision(): number {
    return this.#revision
  }

  get size(): number {
    return this.#transactions.size
  }

  has(hash: Hex): boolean {
    return this.#transactions.has(hash)
  }

  get(hash: Hex): SignedTransaction | undefined {
    return this.#transactions.get(hash)
  }

  /** Takes a transaction in, or throws a `PoolError` and stays as it was. */
  add(transaction: SignedTransaction, context: PoolContext): Admission {
    const { state, rules } = context
    const { sender, envelope } = transaction
    if (this.has(transaction.hash)) throw new AlreadyKnownError(transaction.hash)
    const gasLimit = this.#gasLimitOf?.(sender)
    validateTransaction(transaction, gasLimit === undefined ? rules : { ...rules, gasLimit })
    const nonce = validateSender(transaction, state, rules)
    const most = this.#noncesAhead
    if (most !== undefined && !context.isReturning && envelope.nonce >= nonce + BigInt(most)) {
      throw new NonceTooFarError(envelope.nonce, nonce, most)
    }

    const key = keyOf(sender)
    const before = this.#queues.get(key) ?? emptyQueue(sender, 0n)
    const fees = feeCapsOf(envelope)
    const replaced = transactionAt(before, envelope.nonce)
    if (replaced !== undefined) {
      const missing = missingRaise(replaced.fees, fees, this.#replacement)
      if (missing) throw new ReplacementUnderpricedError({ ...missing, nonce: envelope.nonce })
    }
    this.#checkRoom(transaction, replaced?.transaction, context)

    this.#own()
    const pooled = { transaction, nonce: envelope.nonce, fees, arrival: this.#arrivals++ }
    const after = withTransaction(withNonce(before, nonce), pooled)
    this.#queues.set(key, after)
    if (replaced !== undefined) this.#forget(replaced.transaction)
    this.#transactions.set(transaction.hash, transaction)
    this.#bytes += sizeOf(transaction)
    return {
      status: envelope.nonce < firstGap(after, nonce) ? 'pending' : 'queued',
      replaced: replaced?.transaction,
      promoted:
        after.length === 1
          ? []
          : promotedBetween(before, after).filter((promoted) => promoted !== transaction),
    }
  }

  /**
   * The pending transactions that pay these fees (wei per gas), best first, as of now.
   * Those that cannot be included are the caller's to `skip`; they stay in the pool.
   */
  best(baseFee?: bigint | undefined, blobBaseFee?: bigint | undefined): BestTransactions {
    return new BestTransactions(this.#queues.values(), { baseFee, blobBaseFee }, this.#order)
  }

  /** Whether `best` would have one. */
  hasBest(baseFee?: bigint | undefined, blobBaseFee?: bigint | undefined): boolean {
    return hasBest(this.#queues.values(), { baseFee, blobBaseFee })
  }

  /** Takes a transaction out; later ones of its sender wait. Whether it was there. */
  remove(hash: Hex): boolean {
    const transaction = this.#transactions.get(hash)
    if (transaction === undefined) return false
    this.#own()
    const key = keyOf(transaction.sender)
    const queue = this.#queues.get(key) as SenderQueue
    this.#set(key, withoutNonce(queue, transaction.envelope.nonce))
    this.#forget(transaction)
    return true
  }

  /**
   * Follows the accounts to a new state: drops the transactions below the nonces there, and divides the rest into
   * pending and queued again. Checks the `senders` whose nonces may have changed, or all.
   */
  prune(nonceOf: (sender: Address) => bigint, senders?: readonly Address[] | undefined): Pruned {
    const keys = senders === undefined ? [...this.#queues.keys()] : senders.map(keyOf)
    const removed: SignedTransaction[] = []
    const promoted: SignedTransaction[] = []
    for (const key of keys) {
      const before = this.#queues.get(key)
      if (before === undefined) continue
      const nonce = nonceOf(before.sender)
      const used = between(before, 0n, nonce)
      // An addition may have reported this nonce already and skipped lower ones.
      if (nonce === before.nonce && used.length === 0) continue
      this.#own()
      for (const transaction of used) {
        this.#forget(transaction)
        removed.push(transaction)
      }
      const after = prunedTo(before, nonce)
      this.#set(key, after)
      if (after.length === 0) continue
      for (const transaction of promotedBetween(before, after)) promoted.push(transaction)
    }
    return { removed, promoted }
  }

  /** The nonce after the sender's executable transactions, for a sender whose account is at `stateNonce`. */
  nextNonce(sender: Address, stateNonce: bigint): bigint {
    const queue = this.#queues.get(keyOf(sender))
    return queue === undefined ? stateNonce : firstGap(queue, stateNonce)
  }

  content(): PoolContent {
    const pending: (readonly SignedTransaction[])[] = []
    const queued: (readonly SignedTransaction[])[] = []
    for (const queue of this.#queues.values()) {
      const content = contentOf(queue)
      if (content.pending.length > 0) pending.push(content.pending)
      if (content.queued.length > 0) queued.push(content.queued)
    }
    return { pending, queued }
  }

  /** What others see of `content`: without private transactions. */
  publicContent(): PoolContent {
    const { pending, queued } = this.content()
    return { pending: pending.flatMap(listOfPublic), queued: queued.flatMap(listOfPublic) }
  }

  /** All transactions in the order in which they came. */
  all(): readonly SignedTransaction[] {
    return [...this.#transactions.values()]
  }

  /** What `content` has of one sender, by its 20-byte address. */
  contentOf(sender: Uint8Array): SenderContent {
    const queue = this.#queues.get(latin1Text(sender))
    return queue === undefined ? { pending: [], queued: [] } : contentOf(queue)
  }

  /** What others see of `contentOf`: without private transactions. */
  publicContentOf(sender: Uint8Array): SenderContent {
    const { pending, queued } = this.contentOf(sender)
    return { pending: pending.filter(isPublic), queued: queued.filter(isPublic) }
  }

  /** Costs nothing now; the next change copies the tables. */
  snapshot(): PoolSnapshot {
    this.#isShared = true
    return {
      queues: this.#queues,
      transactions: this.#transactions,
      arrivals: this.#arrivals,
      bytes: this.#bytes,
    }
  }

  /** Makes the pool as one was at a snapshot, this pool or another. The snapshot can be used again. */
  restore(snapshot: PoolSnapshot): void {
    this.#queues = new Map(snapshot.queues)
    this.#transactions = new Map(snapshot.transactions)
    this.#arrivals = snapshot.arrivals
    this.#bytes = snapshot.bytes
    this.#isShared = false
    this.#revision++
  }

  #checkRoom(
    transaction: SignedTransaction,
    replaced: SignedTransaction | undefined,
    { isForeign = false, isReturning = false }: PoolContext,
  ): void {
    if (isReturning) return
    const part = isForeign ? 2 : 1
    if (replaced === undefined && this.size >= this.#limit / part) {
      throw new PoolFullError('poolTransactions', this.#limit, isForeign)
    }
    const freed = replaced === undefined ? 0 : sizeOf(replaced)
    if (this.#bytes - freed + sizeOf(transaction) > this.#maxBytes / part) {
      throw new PoolFullError('poolBytes', this.#maxBytes, isForeign)
    }
  }

  #forget(transaction: SignedTransaction): void {
    this.#transactions.delete(transaction.hash)
    this.#bytes -= sizeOf(transaction)
  }

  #set(key: string, queue: SenderQueue): void {
    if (queue.length > 0) this.#queues.set(key, queue)
    else this.#queues.delete(key)
  }

  /** Before each change. */
  #own(): void {
    this.#revision++
    if (!this.#isShared) return
    this.#queues = new Map(this.#queues)
    this.#transactions = new Map(this.#transactions)
    this.#isShared = false
  }
}

/** What a transaction takes in memory besides its encoding, in bytes, about. */
const transactionOverhead = 256

function sizeOf({ raw, sidecar = raw }: SignedTransaction): number {
  return sidecar.length + transactionOverhead
}

function contentOf(queue: SenderQueue): SenderContent {
  const gap = firstGap(queue, queue.nonce)
  return { pending: between(queue, queue.nonce, gap), queued: between(queue, gap) }
}

/** Whether others see a transaction that waits. */
function isPublic({ isPrivate }: SignedTransaction): boolean {
  return isPrivate !== true
}

/** A list of the transactions that others see; no list where there are none. */
function listOfPublic(transactions: readonly SignedTransaction[]) {
  const seen = transactions.filter(isPublic)
  return seen.length === 0 ? [] : [seen]
}

function keyOf(address: Address): string {
  return latin1Text(address.bytes)
}
