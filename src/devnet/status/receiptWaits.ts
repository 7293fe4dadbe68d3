import type { Clock } from '../../clock/clock.ts'
import type { Hex } from '../../lib/hex.ts'
import type { EventSource } from '../../subscriptions/filters.ts'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { TransactionReason } from '../../types/transactionFate.ts'
import type { View } from '../../types/view.ts'
import { type Faults, isMeant } from '../faults/faults.ts'
import type { Reader } from '../read/reader.ts'

/** A transaction is not in a block in time. geth's code and words, and what it waits for where that is known. */
export class ReceiptTimeout extends Error {
  override readonly name = 'ReceiptTimeout'
  readonly code = 4
  /** Hash of the transaction. */
  readonly data: Hex
  readonly timeoutMs: number

  constructor(hash: Hex, timeoutMs: number, reason: string | undefined) {
    const limit = timeoutMs < 1000 ? `${timeoutMs}ms` : `${timeoutMs / 1000}s`
    const message = `The transaction was added to the transaction pool but wasn't processed in ${limit}`
    super(reason === undefined ? message : `${message}: ${reason}`)
    this.data = hash
    this.timeoutMs = timeoutMs
  }
}

/** A transaction will be in no block any more. EIP-7966's code for one that cannot be processed. */
class TransactionGone extends Error {
  override readonly name = 'TransactionGone'
  readonly code = 5
  /** Hash of the transaction. */
  readonly data: Hex

  constructor(hash: Hex, reason: string) {
    super(`The transaction was added to the transaction pool but wasn't processed: ${reason}`)
    this.data = hash
  }
}

/** The devnet ends before the wait does. EIP-1193's code. */
class DevnetClosed extends Error {
  override readonly name = 'DevnetClosed'
  readonly code = 4900

  constructor() {
    super('the devnet is closed')
  }
}

/** Where a transaction was included, and what came of it. */
export interface Included {
  readonly block: View
  readonly receipt: Receipt
}

export interface ReceiptWaitsDeps {
  readonly hub: EventSource
  readonly clock: Pick<Clock, 'schedule'>
  readonly reader: Pick<Reader, 'transaction' | 'preconfirmed'>
  readonly faults: Pick<Faults, 'isEmpty' | 'takeFirst'>
  /** Why a transaction is not included. */
  readonly explain: (hash: Hex) => Promise<TransactionReason>
  /** Whether a pre-confirmed receipt is an answer, or only a sealed one is. */
  readonly preconfirms: () => boolean
}

/** Which receipt ends a wait. */
export interface WaitOptions {
  /** Whether a pre-confirmed receipt does, also where no method reads it. */
  readonly isPublishedEnough?: boolean | undefined
}

interface Wait extends WaitOptions {
  readonly transaction: SignedTransaction
  readonly resolve: (included: Included) => void
  readonly reject: (error: Error) => void
  readonly cancelTimer: () => void
  /** Whether a fault has kept it from seeing the receipt. */
  hasMissed: boolean
}

/** The waits for receipts of transactions that were sent. */
export class ReceiptWaits {
  readonly #deps: ReceiptWaitsDeps
  readonly #waits = new Set<Wait>()
  /** Functions that end the listeners; none while there are no waits, so that events need not be made. */
  #ends: readonly (() => void)[] = []
  #isClosed = false
  readonly #onClose = new Set<(error: Error) => void>()

  constructor(deps: ReceiptWaitsDeps) {
    this.#deps = deps
  }

  /**
   * Resolves as soon as the receipt of a transaction in the pool can be read: pre-confirmed, or
   * sealed where there is no pre-confirmation. Rejects after `timeoutMs` of the cadence's time, and
   * when the transaction leaves the pool without being included, or the devnet closes.
   */
  wait(
    transaction: SignedTransaction,
    timeoutMs: number,
    { isPublishedEnough }: WaitOptions = {},
  ): Promise<Included> {
    if (this.#isClosed) return Promise.reject(new DevnetClosed())
    return new Promise((resolve, reject) => {
      const { hash } = transaction
      const timer = this.#deps.clock.schedule(timeoutMs, () =>
        this.#fail(wait, (why) => new ReceiptTimeout(hash, timeoutMs, obstacleOf(why))),
      )
      const cancelTimer = () => timer.cancel()
      const wait: Wait = {
        transaction,
        isPublishedEnough,
        resolve,
        reject,
        cancelTimer,
        hasMissed: false,
      }
      if (this.#waits.size === 0) this.#ends = this.#listen()
      this.#waits.add(wait)
      this.#lookAt(wait)
    })
  }

  /** Calls `listener` with the error that waits end with when the devnet closes. Returns the function that ends it. */
  onClose(listener: (error: Error) => void): () => void {
    this.#onClose.add(listener)
    return () => this.#onClose.delete(listener)
  }

  /** Ends all waits, those to come too. May be called twice. */
  close(): void {
    this.#isClosed = true
    for (const listener of this.#onClose) listener(new DevnetClosed())
    this.#onClose.clear()
    for (const wait of this.#waits) {
      this.#end(wait)
      wait.reject(new DevnetClosed())
    }
  }

  #listen(): readonly (() => void)[] {
    const { hub } = this.#deps
    const lookAtAll = () => this.#look(() => true)
    return [
      hub.on('newFlashblockTransactions', lookAtAll),
      // Building a flashblock may find that a transaction can be in no block.
      hub.on('newFlashblocks', lookAtAll),
      hub.on('newHeads', lookAtAll),
      hub.on('revert', lookAtAll),
      // The pool emits an event when a transaction replaces another.
      hub.on('newPendingTransactions', ({ transaction: { envelope } }) =>
        this.#look((waiting) => waiting.envelope.nonce === envelope.nonce),
      ),
    ]
  }

  #look(concerns: (transaction: SignedTransaction) => boolean): void {
    for (const wait of this.#waits) if (concerns(wait.transaction)) this.#lookAt(wait)
  }

  #lookAt(wait: Wait): void {
    const { reader, preconfirms } = this.#deps
    const { hash } = wait.transaction
    const published = wait.isPublishedEnough === true ? reader.preconfirmed(hash) : undefined
    const located = published ?? reader.transaction(hash)
    if (located === undefined) {
      this.#fail(wait, (why) => new TransactionGone(hash, lossOf(why)))
    } else if (located.block !== undefined && (located.block.kind === 'sealed' || preconfirms())) {
      wait.hasMissed ||= this.#misses(wait.transaction)
      if (wait.hasMissed) return
      this.#end(wait)
      wait.resolve(located)
    }
  }

  #misses(transaction: SignedTransaction): boolean {
    const { faults } = this.#deps
    if (faults.isEmpty) return false
    const subject = { transaction: transaction.hash }
    return (
      faults.takeFirst('missReceipt', (fault) => isMeant(fault, transaction), subject) !== undefined
    )
  }

  async #fail(wait: Wait, errorOf: (why: TransactionReason) => Error): Promise<void> {
    this.#end(wait)
    const { hash } = wait.transaction
    await this.#deps.explain(hash).then((why) => wait.reject(errorOf(why)), wait.reject)
  }

  #end(wait: Wait): void {
    const wasThere = this.#waits.delete(wait)
    wait.cancelTimer()
    if (wasThere && this.#waits.size === 0) for (const end of this.#ends) end()
  }
}

/** What is in the way of a transaction that could not be processed in time; none when it only is not its turn yet, or its receipt was missed. */
function obstacleOf({ reason, message }: TransactionReason): string | undefined {
  const says = ['waiting', 'cadence', 'preconfirmed', 'sealed'].includes(reason)
  return says ? undefined : message
}

/** Why a transaction is nowhere any more. */
function lossOf({ reason, message }: TransactionReason): string {
  // It was known when the wait began, so a revert has made it unknown.
  return reason === 'unknown' ? 'a snapshot from before it was restored; send it again' : message
}
