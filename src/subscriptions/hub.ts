import type { Hex } from '../lib/hex.ts'
import type {
  BlockEvent,
  ChainEvents,
  Channel,
  FlashblockEvent,
  PlacedLog,
  ReorgEvent,
  RequestEvent,
} from '../types/events.ts'
import type { ScenarioEvent } from '../types/scenario.ts'
import type { EmptyRange } from '../types/summary.ts'
import type { Receipt, SignedTransaction } from '../types/transaction.ts'
import type { Drop } from '../types/transactionFate.ts'
import type { Flashblock, SealedBlock, View } from '../types/view.ts'

/** The logs of some receipts of `block`, in order, each with its place. */
function placedLogs(
  block: View,
  receipts: readonly Receipt[],
  removed: boolean,
): readonly PlacedLog[] {
  const logs = receipts.flatMap((receipt) =>
    receipt.logs.map((log, position) => {
      const logIndex = receipt.firstLogIndex + position
      return Object.freeze({ log, block, receipt, logIndex, removed })
    }),
  )
  return Object.freeze(logs)
}

export type Listener<Name extends Channel> = (event: ChainEvents[Name]) => void

/** The channels of a flashblock and of a block: their messages are made only if there is a listener. */
const flashblockChannels: readonly Channel[] = [
  'newFlashblockTransactions',
  'pendingLogs',
  'newFlashblocks',
]
const blockChannels: readonly Channel[] = ['newHeads', 'sealed', 'logs', 'transactionReceipts']

/**
 * Tells what happens on the chain, in one order for all: an event reaches every listener before
 * the next one begins, also when a listener causes it. The data of an event can already be read.
 */
export class Hub {
  readonly #onError: (error: unknown) => void
  readonly #isSilent: boolean
  /** The listeners of each channel that has any. */
  readonly #listeners = new Map<Channel, Set<Listener<never>>>()
  /** Publications that wait for the one under way. */
  readonly #waiting: (() => void)[] = []
  #publishing = false

  /**
   * `onError` receives what a listener throws; the other listeners are called anyway. `isSilent`: logs of blocks that
   * a reorg removes are not published again, with `removed: true`.
   */
  constructor(onError: (error: unknown) => void, { isSilent = false } = {}) {
    this.#onError = onError
    this.#isSilent = isSilent
  }

  /** Calls `listener` at each event from now on, until the returned function is called. */
  on<Name extends Channel>(channel: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners)
    // A wrapper, so that one function subscribed twice is two subscriptions.
    const own: Listener<Name> = (event) => listener(event)
    listeners.add(own)
    return () => {
      listeners.delete(own)
      // Who ends it twice leaves alone those that have come since.
      if (listeners.size > 0 || this.#listeners.get(channel) !== listeners) return
      this.#listeners.delete(channel)
    }
  }

  /** Whether an event on the channel would reach anybody. */
  hasListeners(channel: Channel): boolean {
    return this.#listeners.has(channel)
  }

  /** The transaction became executable in the pool. Private ones are not announced. */
  pendingTransaction(transaction: SignedTransaction): void {
    if (transaction.isPrivate || !this.hasListeners('newPendingTransactions')) return
    this.#publish(() => this.#tell('newPendingTransactions', { transaction }))
  }

  /** Its transactions, its logs, then the flashblock itself. */
  flashblock(flashblock: Flashblock): void {
    if (!this.#isAnyHeard(flashblockChannels)) return
    this.#publish(() => {
      const event: FlashblockEvent = { flashblock }
      const { receipts, transactions, view } = flashblock
      if (transactions.length > 0) this.#tell('newFlashblockTransactions', event)
      if (this.hasListeners('pendingLogs')) {
        const logs = placedLogs(view, receipts, false)
        if (logs.length > 0) this.#tell('pendingLogs', { flashblock, logs })
      }
      this.#tell('newFlashblocks', event)
    })
  }

  /** A flashblock was built. */
  builtFlashblock(flashblock: Flashblock): void {
    if (!this.hasListeners('builtFlashblocks')) return
    this.#publish(() => this.#tell('builtFlashblocks', { flashblock }))
  }

  /** A flashblock as the builder sends it, whether the node that follows can use it or not. */
  builderFlashblock(flashblock: Flashblock): void {
    if (!this.hasListeners('builderFlashblocks')) return
    this.#publish(() => this.#tell('builderFlashblocks', { flashblock }))
  }

  /** The new head: its header, its logs, its receipts. */
  block(block: SealedBlock): void {
    if (!this.#isAnyHeard(blockChannels)) return
    this.#publish(() => this.#tellBlock(block))
  }

  /** Publishes new heads without transactions; the blocks are read only if a channel has listeners. */
  emptyBlocks(place: EmptyRange, blocks: () => readonly SealedBlock[]): void {
    this.#publish(() => {
      this.#tell('sealed', { empty: place })
      if (!this.hasListeners('newHeads')) return
      for (const block of blocks()) this.#tell('newHeads', { block })
    })
  }

  /** The reorg, the logs that it took away, then each added block as `block` does; both lists ascending. */
  reorg({ removed, added }: ReorgEvent): void {
    this.#publish(() => {
      this.#tell('reorg', { removed, added })
      // In ascending order, as geth does.
      if (!this.#isSilent) for (const block of removed) this.#tellLogs(block, true)
      for (const block of added) this.#tellBlock(block)
    })
  }

  /** Publishes that a snapshot was restored and these blocks are gone, without `removed` messages. */
  revert(removed: readonly SealedBlock[]): void {
    this.#publish(() => this.#tell('revert', { removed }))
  }

  /** The transaction waits for one with the nonce before it. */
  queued(transaction: SignedTransaction, expectedNonce: bigint): void {
    if (!this.hasListeners('queued')) return
    this.#publish(() => this.#tell('queued', { transaction, expectedNonce }))
  }

  /** The transaction left the pool, the pending block or the chain. */
  readonly dropped = (hash: Hex, drop: Drop): void => {
    if (this.hasListeners('dropped')) this.#publish(() => this.#tell('dropped', { hash, drop }))
  }

  /** Publishes that a user setting may have changed. It is called often, and cheap without listeners. */
  controls(): void {
    if (this.hasListeners('controls')) this.#publish(() => this.#tell('controls', {}))
  }

  /** A request was answered. */
  request(event: RequestEvent): void {
    if (this.hasListeners('request')) this.#publish(() => this.#tell('request', event))
  }

  /** Something happened to a scenario. */
  scenario(event: ScenarioEvent): void {
    if (this.hasListeners('scenario')) this.#publish(() => this.#tell('scenario', event))
  }

  #isAnyHeard(channels: readonly Channel[]): boolean {
    return this.#listeners.size > 0 && channels.some((channel) => this.hasListeners(channel))
  }

  #tellBlock(block: SealedBlock): void {
    const event: BlockEvent = { block }
    this.#tell('newHeads', event)
    this.#tell('sealed', event)
    this.#tellLogs(block, false)
    if (block.receipts.length > 0) this.#tell('transactionReceipts', event)
  }

  #tellLogs(block: SealedBlock, removed: boolean): void {
    if (!this.hasListeners('logs')) return
    const logs = placedLogs(block, block.receipts, removed)
    if (logs.length > 0) this.#tell('logs', { block, logs })
  }

  #publish(publication: () => void): void {
    this.#waiting.push(publication)
    if (this.#publishing) return
    this.#publishing = true
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) next()
    } finally {
      this.#publishing = false
    }
  }

  #tell<Name extends Channel>(channel: Name, event: ChainEvents[Name]): void {
    const listeners = this.#listeners.get(channel) as Set<Listener<Name>> | undefined
    if (!listeners) return
    Object.freeze(event)
    // A copy: a listener added meanwhile starts with the next event, a removed one receives no more.
    for (const listener of [...listeners]) {
      if (!listeners.has(listener)) continue
      try {
        listener(event)
      } catch (error) {
        this.#report(error)
      }
    }
  }

  #report(error: unknown): void {
    try {
      this.#onError(error)
    } catch {
      // The remaining listeners are called even if the error cannot be reported.
    }
  }
}
