import type { ChainPoolMetrics, ServedChainSummary } from '../types/metrics.ts'
import type { ChainSource, ServedChain, Visit } from './place.ts'
import { Refused } from './place.ts'

/** What the pool needs of a clock. */
export interface PoolClock {
  /** Steady milliseconds. */
  elapsed(): number
  schedule(delayMs: number, task: () => void): { cancel(): void }
}

export interface ChainPoolOptions {
  readonly source: ChainSource
  readonly clock: PoolClock
  /** The maximum number of chains at a time. */
  readonly maxChains: number
  /** A chain is dropped when it was not used for this long. */
  readonly idleMs: number
}

interface Entry {
  readonly id: string
  readonly chain: Promise<ServedChain>
  /** The running chain; `undefined` while it sleeps. */
  awake: Promise<unknown> | undefined
  readonly isLeased: boolean
  /** Requests that are being answered, and open sockets. */
  uses: number
  /** The time of the last use, in elapsed ms. */
  unusedSinceMs: number
  /** Called when the chain ends before its users leave it. */
  readonly onEnd: Set<() => void>
}

/**
 * A chain that was not used for this long makes no blocks. Clients that poll do so every 4 s; and
 * a thousand chains that make a flashblock every 200 ms take a whole core.
 */
export const sleepAfterMs = 10_000

/** How many ids of chains that are gone are kept. */
const maxEndedNames = 10_000

/**
 * The chains of a server, each made when it is first used. One that is not used sleeps, then makes
 * room where that is needed, and in the end is dropped.
 */
export class ChainPool {
  readonly #options: ChainPoolOptions
  readonly #entries = new Map<string, Entry>()
  /** The reasons why chains ended on their own: their users get an error instead of a new chain. */
  readonly #gone = new Map<string, string>()
  readonly #waiting = new Set<{ grant(): void; refuse(error: Refused): void }>()
  #timer: { readonly dueMs: number; cancel(): void } | undefined
  #made = 0
  #dropped = 0
  #closed = false

  constructor(options: ChainPoolOptions) {
    this.#options = options
  }

  /** Whether there is a chain of that id. */
  has(id: string): boolean {
    return this.#entries.has(id)
  }

  /** Uses a chain, which is made if there is none. Rejects with a `Refused`. */
  async enter(id: string, onEnd: () => void): Promise<Visit<ServedChain>> {
    const entry = this.#entries.get(id) ?? this.#add(id, false)
    entry.uses++
    entry.onEnd.add(onEnd)
    const leave = (): void => {
      if (!entry.onEnd.delete(onEnd)) return
      entry.uses--
      entry.unusedSinceMs = this.#options.clock.elapsed()
      this.#lookAfter(entry)
    }
    try {
      const chain = await entry.chain
      entry.awake ??= chain.wake()
      await entry.awake
      return { what: chain, leave }
    } catch (error) {
      leave()
      throw error
    }
  }

  /**
   * Makes a chain for one client, when there is room and all who came before have had theirs; its
   * id, by which it is also released. A client who leaves before he knows it does not keep it.
   * Rejects with a `Refused`.
   */
  acquire(left: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw closing()
      const id = crypto.randomUUID()
      const turn = {
        grant: () => {
          this.#add(id, true)
          resolve(id)
        },
        refuse: reject,
      }
      left.addEventListener('abort', () => {
        if (this.#waiting.delete(turn)) reject(new Refused(408, 'the client has left'))
        else void this.drop(id)
      })
      this.#waiting.add(turn)
      this.#grantTurns()
    })
  }

  /** Ends a chain that was acquired; whether it was there. */
  async release(id: string): Promise<boolean> {
    return this.#entries.get(id)?.isLeased === true && (await this.drop(id))
  }

  /** Ends a chain, and resolves when it has ended; returns whether it was there. The next use makes a new one. */
  async drop(id: string): Promise<boolean> {
    this.#gone.delete(id)
    const entry = this.#entries.get(id)
    if (entry === undefined) return false
    const ended = this.#end(id, entry)
    this.#grantTurns()
    await ended
    return true
  }

  /** Ends a chain and makes a new one, for its holder if it was acquired; returns whether it was there. */
  async restart(id: string): Promise<boolean> {
    this.#gone.delete(id)
    const entry = this.#entries.get(id)
    if (entry === undefined) return false
    const ended = this.#end(id, entry)
    this.#add(id, entry.isLeased)
    await ended
    return true
  }

  /** Makes new chains begin with the present state of `/`. */
  warm(): Promise<void> {
    return this.#options.source.warm()
  }

  metrics(): ChainPoolMetrics {
    const entries = [...this.#entries.values()]
    const { running, lost } = this.#options.source.threads
    return {
      open: entries.length,
      asleep: entries.filter(isAsleep).length,
      leased: entries.filter(({ isLeased }) => isLeased).length,
      waiting: this.#waiting.size,
      made: this.#made,
      dropped: this.#dropped,
      threads: running,
      lostThreads: lost,
    }
  }

  list(): readonly ServedChainSummary[] {
    return [...this.#entries].map(([id, entry]) => {
      return { id, asleep: isAsleep(entry), leased: entry.isLeased, uses: entry.uses }
    })
  }

  /** Ends all chains. */
  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    for (const { refuse } of this.#waiting) refuse(closing())
    this.#waiting.clear()
    await Promise.all([...this.#entries.keys()].map((id) => this.drop(id)))
    await this.#options.source.close()
  }

  #add(id: string, isLeased: boolean): Entry {
    if (this.#closed) throw closing()
    const { source, clock, maxChains } = this.#options
    const whyGone = this.#gone.get(id)
    if (whyGone !== undefined) {
      throw new Refused(410, `chain ${id} ${whyGone}: start it again with /${id}/restart`)
    }
    if (!this.#makeRoom()) {
      const problem = `all ${maxChains} chains are in use (--max-chains)`
      throw new Refused(503, `${problem}: stop some with /<id>/stop`)
    }
    const chain = source.open((reason) => this.#lose(id, entry, reason))
    const unusedSinceMs = clock.elapsed()
    const onEnd = new Set<() => void>()
    const entry: Entry = { id, chain, awake: chain, isLeased, uses: 0, unusedSinceMs, onEnd }
    this.#entries.set(id, entry)
    this.#made++
    this.#lookAfter(entry)
    // One that could not be made is tried again when it is used again.
    chain.catch(() => this.#entries.get(id) === entry && this.drop(id))
    return entry
  }

  /** Whether one more may be made, after one that sleeps has been dropped for it if need be. */
  #makeRoom(): boolean {
    if (this.#entries.size < this.#options.maxChains) return true
    const [longest] = [...this.#entries]
      .filter(([, entry]) => isAsleep(entry) && !entry.isLeased)
      .sort(([, one], [, other]) => one.unusedSinceMs - other.unusedSinceMs)
    if (longest === undefined) return false
    void this.#end(...longest)
    const { maxChains } = this.#options
    this.#remember(longest[0], `was dropped to make room for others (--max-chains ${maxChains})`)
    return true
  }

  /** It has ended by itself. */
  #lose(id: string, entry: Entry, reason: string): void {
    if (this.#entries.get(id) !== entry) return
    void this.#end(id, entry)
    this.#remember(id, `is gone: ${reason}`)
    this.#grantTurns()
  }

  #remember(id: string, whyGone: string): void {
    this.#gone.set(id, whyGone)
    const [oldest] = this.#gone.keys()
    if (this.#gone.size > maxEndedNames) this.#gone.delete(oldest as string)
  }

  #grantTurns(): void {
    for (const turn of this.#waiting) {
      if (!this.#makeRoom()) return
      this.#waiting.delete(turn)
      turn.grant()
    }
  }

  /** Sees to it that a chain that is not used sleeps in time, and is dropped in time. */
  #lookAfter(entry: Entry): void {
    const { clock, idleMs } = this.#options
    if (entry.uses > 0 || this.#closed) return
    const afterMs = isAsleep(entry) ? idleMs : Math.min(sleepAfterMs, idleMs)
    const dueMs = entry.unusedSinceMs + afterMs
    // One timer for all, for what is due first.
    if (this.#timer !== undefined && this.#timer.dueMs <= dueMs) return
    this.#timer?.cancel()
    const timer = clock.schedule(dueMs - clock.elapsed(), () => this.#lookAfterAll())
    this.#timer = { dueMs, cancel: () => timer.cancel() }
  }

  #lookAfterAll(): void {
    this.#timer = undefined
    const nowMs = this.#options.clock.elapsed()
    // By what there is already: a thousand chains that fall asleep one after the other are looked at each time.
    for (const entry of this.#entries.values()) {
      const { id } = entry
      const unusedMs = entry.uses > 0 ? 0 : nowMs - entry.unusedSinceMs
      if (unusedMs >= this.#options.idleMs) void this.drop(id)
      else if (unusedMs >= sleepAfterMs && !isAsleep(entry)) putToSleep(entry)
      if (this.#entries.has(id)) this.#lookAfter(entry)
    }
    this.#grantTurns()
  }

  /** Ends a chain and notifies its users; resolves when it has ended. */
  async #end(id: string, { chain, onEnd }: Entry): Promise<void> {
    this.#entries.delete(id)
    this.#dropped++
    for (const end of onEnd) end()
    await chain.then(
      ({ close }) => close(),
      () => undefined,
    )
  }
}

function isAsleep({ awake }: Entry): boolean {
  return awake === undefined
}

function putToSleep(entry: Entry): void {
  entry.awake = undefined
  void entry.chain.then(({ sleep }) => sleep())
}

function closing(): Refused {
  return new Refused(503, 'the server is closing')
}
