import * as v from 'valibot'
import type { Devnet } from '../../devnet/devnet.ts'
import type { Hex } from '../../lib/hex.ts'
import { clearTimeout, monotonicNow, setTimeout } from '../../lib/realTimers.ts'
import type { RequestEvent } from '../../types/events.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import {
  formatDropped,
  formatInspectedBlock,
  formatInspectedFlashblock,
  formatInspectorSnapshot,
  formatInspectorStatus,
} from '../format/inspector.ts'
import { formatPooledTransactionLine } from '../format/poolContent.ts'
import { formatRequest } from '../format/transaction.ts'
import { defineSubscription, kindName, type Push } from './subscriptions.ts'

/** The number of arrivals in one message from which they are counted, not listed. */
const maxListed = 500

/**
 * The time within which arrivals share a message, in ms: pages paint no more often, and each message costs each of
 * them.
 */
const togetherMs = 100

/**
 * The feed of the inspector's page: first a `snapshot`, then its changes, each with a `seq` one higher than the last.
 * A page that finds a gap, or whose connection was cut because it read too slowly, subscribes again and gets a new
 * snapshot. `snapshot`: the newest blocks, the flashblocks of the open one, the status; also after a restored moment.
 * It has what waits, what was dropped and which blocks were removed before too, the newest of each.
 * `flashblock`, `block`: with their transactions, or from 500 on with their number. `reorg`: hashes of blocks that
 * have left the chain; their replacements follow as `block`. `pooled`: transactions that wait now, those of 100 ms
 * together. `dropped`: likewise those that have left the pool, their block or the chain, and why. `requests`: those that were answered in 100 ms together, except those of inspectors. `status`: cadence,
 * clock, faults, moments, counts; once in 100 ms, when it has changed.
 */
export const inspector = defineSubscription({
  name: 'inspector',
  params: v.strictTuple([kindName]),
  start: (devnet, _params, push) => follow(devnet, push),
})

/** The feeds by devnet: all viewers receive the same messages, which are encoded once. */
const feeds = new WeakMap<Devnet, Feed>()

/** Begins to remember the blocks that leave the chain, for inspectors that are opened later. */
export function openInspectorFeed(devnet: Devnet): void {
  feeds.set(devnet, new Feed(devnet))
}

function follow(devnet: Devnet, push: Push): () => void {
  const feed = feeds.get(devnet)
  if (feed === undefined) throw new Error('the devnet has no feed for inspectors')
  return feed.add(push)
}

/** Blocks that are remembered when they have left the chain. */
const maxRemoved = 16

/** Tells all inspectors of a chain what happens there, from the first one on until the last has gone. */
class Feed {
  readonly #devnet: Devnet
  /** The subscribers, with the number of the next message to each. */
  readonly #readers = new Map<Push, number>()
  #removed: readonly ReturnType<typeof formatInspectedBlock>[] = []
  #pooled: SignedTransaction[] = []
  #dropped: Hex[] = []
  #requests: RequestEvent[] = []
  #status = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #sentMs = Number.NEGATIVE_INFINITY
  #ends: readonly (() => void)[] = []

  constructor(devnet: Devnet) {
    this.#devnet = devnet
    devnet.hub.on('reorg', ({ removed }) => {
      const blocks = removed.slice(-maxRemoved).map((block) => formatInspectedBlock(devnet, block))
      this.#removed = [...this.#removed, ...blocks].slice(-maxRemoved)
    })
  }

  add(push: Push): () => void {
    // Pending events are in the snapshot; earlier subscribers receive them first.
    this.#tellAll()
    if (this.#readers.size === 0) this.#begin()
    const own: Push = (json) => push(json)
    this.#readers.set(own, 0)
    const snapshot = this.#snapshot()
    this.#tellOne(own, 'snapshot', snapshot)
    return () => {
      this.#readers.delete(own)
      if (this.#readers.size === 0) this.#end()
    }
  }

  #snapshot() {
    const snapshot = formatInspectorSnapshot(this.#devnet)
    this.#status = JSON.stringify(snapshot.status)
    return { ...snapshot, removed: this.#removed }
  }

  #begin(): void {
    const { hub } = this.#devnet
    const later = () => this.#later()
    this.#ends = [
      hub.on('newPendingTransactions', ({ transaction }) => {
        this.#pooled.push(transaction)
        later()
      }),
      hub.on('newFlashblocks', ({ flashblock }) => {
        this.#tellPooled()
        const formatted = formatInspectedFlashblock(this.#devnet, flashblock)
        this.#tell('flashblock', { flashblock: formatted })
        later()
      }),
      hub.on('newHeads', ({ block }) => {
        this.#tellPooled()
        this.#tell('block', { block: formatInspectedBlock(this.#devnet, block) })
        later()
      }),
      hub.on('reorg', ({ removed }) => {
        this.#tellPooled()
        this.#tell('reorg', { removed: removed.map(({ hash }) => hash) })
      }),
      hub.on('revert', () => {
        this.#pooled = []
        this.#dropped = []
        this.#tell('snapshot', this.#snapshot())
      }),
      hub.on('queued', ({ transaction }) => {
        if (!transaction.isPrivate) this.#pooled.push(transaction)
        later()
      }),
      hub.on('dropped', ({ hash }) => {
        this.#dropped.push(hash)
        later()
      }),
      // Also when the node that follows could not use it.
      hub.on('builderFlashblocks', later),
      hub.on('controls', later),
      hub.on('request', (request) => {
        this.#requests.push(request)
        later()
      }),
    ]
  }

  #end(): void {
    for (const end of this.#ends) end()
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#pooled = []
    this.#dropped = []
    this.#requests = []
  }

  #tell(kind: string, content: object): void {
    const text = JSON.stringify({ kind, ...content }).slice(1)
    for (const [push, seq] of this.#readers) this.#send(push, seq, text)
  }

  #tellOne(push: Push, kind: string, content: object): void {
    this.#send(push, this.#readers.get(push) ?? 0, JSON.stringify({ kind, ...content }).slice(1))
  }

  #send(push: Push, seq: number, text: string): void {
    this.#readers.set(push, seq + 1)
    push(`{"seq":${seq},${text}`)
  }

  /** Sends arrivals before what they have become part of. */
  #tellPooled(): void {
    const pooled = this.#pooled
    const count = pooled.length
    if (count === 0) return
    this.#pooled = []
    const isListed = count < maxListed
    this.#tell('pooled', {
      count,
      ...(isListed && { transactions: pooled.map(formatPooledTransactionLine) }),
    })
  }

  /** Leaves out what is back. */
  #tellDropped(): void {
    const hashes = this.#dropped
    if (hashes.length === 0) return
    this.#dropped = []
    const { statuses } = this.#devnet
    const transactions = [...new Set(hashes.slice(-maxListed))].flatMap((hash) => {
      const dropped = statuses.droppedNow(hash)
      return dropped === undefined ? [] : [formatDropped(dropped)]
    })
    if (transactions.length > 0) this.#tell('dropped', { transactions })
  }

  #tellStatus(): void {
    const status = formatInspectorStatus(this.#devnet)
    const text = JSON.stringify(status)
    if (text === this.#status) return
    this.#status = text
    this.#tell('status', { status })
  }

  #tellRequests(): void {
    const requests = this.#requests
    const count = requests.length
    if (count === 0) return
    this.#requests = []
    this.#tell('requests', {
      count,
      ...(count < maxListed && { requests: requests.map(formatRequest) }),
    })
  }

  #tellAll(): void {
    if (this.#readers.size === 0) return
    this.#tellPooled()
    this.#tellDropped()
    this.#tellStatus()
    this.#tellRequests()
  }

  #later(): void {
    if (this.#timer !== undefined) return
    const waitMs = Math.max(0, this.#sentMs + togetherMs - monotonicNow())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#sentMs = monotonicNow()
      this.#tellAll()
    }, waitMs)
    this.#timer.unref?.()
  }
}
