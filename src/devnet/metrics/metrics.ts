import type { Clock } from '../../clock/clock.ts'
import type { Miner } from '../../mining/miner.ts'
import type { TxPool } from '../../txpool/txPool.ts'
import type {
  ChainPoolMetrics,
  DevnetMetrics,
  Durations,
  ServedChainSummary,
} from '../../types/metrics.ts'

/** How many are kept for the percentiles. */
const window = 1024

/** Remembers how long something took: all of it in sums, the newest one by one. */
export class DurationRecord {
  readonly #clock: { realMs(): number }
  #count = 0
  #sumMs = 0
  #maxMs = 0
  readonly #newest: number[] = []

  constructor(clock: { realMs(): number }) {
    this.#clock = clock
  }

  /** Runs `task`; when it succeeds, adds how long it took. */
  async time<Result>(task: () => Promise<Result>): Promise<Result> {
    const startMs = this.#clock.realMs()
    const result = await task()
    this.#add(this.#clock.realMs() - startMs)
    return result
  }

  #add(ms: number): void {
    this.#newest[this.#count % window] = ms
    this.#count++
    this.#sumMs += ms
    this.#maxMs = Math.max(this.#maxMs, ms)
  }

  read(): Durations {
    const sorted = [...this.#newest].sort((one, other) => one - other)
    return {
      count: this.#count,
      sumMs: this.#sumMs,
      maxMs: this.#maxMs,
      p50Ms: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
    }
  }
}

/** The least one that a share of all does not exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0
}

/** The parts of a devnet that are asked each time. */
export interface MetricsDeps {
  readonly chain: { readonly head: { readonly number: bigint } }
  readonly publisher: { readonly flashblocks: readonly { readonly index: number }[] }
  readonly pool: Pick<TxPool, 'content'>
  readonly stateWaits: { readonly size: number }
  readonly miner: Pick<Miner, 'metrics'>
  readonly lock: { readonly length: number }
  readonly filters: { readonly size: number }
}

type Connections = DevnetMetrics['connections']

/** What is open at a server, and which chains it has. */
type ServerLoad = Connections & { readonly chains: ChainPoolMetrics }

/** What is counted of a server. */
interface Server {
  load(): ServerLoad
  listChains(): readonly ServedChainSummary[]
}

/** Requests for one method that have been answered. */
class RequestRecord {
  count = 0
  errors = 0
  sumMs = 0
  maxMs = 0

  add(ms: number, isError: boolean): void {
    this.count++
    if (isError) this.errors++
    this.sumMs += ms
    this.maxMs = Math.max(this.maxMs, ms)
  }
}

/** Counts what no other part of a devnet counts, and collects the other numbers from where they are. */
export class Metrics {
  readonly flashblocks: DurationRecord
  readonly seals: DurationRecord
  readonly #clock: Clock
  readonly #origin: Metrics | undefined
  readonly #requests = new Map<string, RequestRecord>()
  readonly #servers = new Set<Server>()
  #subscriptions: { readonly size: number } = { size: 0 }

  /** `origin`: of the devnet that this one is a fork of. */
  constructor(clock: Clock, origin?: Metrics) {
    this.#clock = clock
    this.#origin = origin
    this.flashblocks = new DurationRecord(clock)
    this.seals = new DurationRecord(clock)
  }

  /** Where requests for a method that is in the registry are counted, from the first on. */
  requests(method: string): RequestRecord {
    let record = this.#requests.get(method)
    if (record === undefined) {
      record = new RequestRecord()
      this.#requests.set(method, record)
    }
    return record
  }

  /** Counts a server's connections and chains until the returned function is called. */
  addServer(server: Server): () => void {
    this.#servers.add(server)
    return () => this.#servers.delete(server)
  }

  /** The chains of all servers that are at paths of their own; for one of those, the others with it. */
  chains(): readonly ServedChainSummary[] {
    if (this.#servers.size === 0 && this.#origin !== undefined) return this.#origin.chains()
    return [...this.#servers].flatMap((server) => server.listChains())
  }

  /** Where subscriptions are to be counted. */
  countSubscriptions(subscriptions: { readonly size: number }): void {
    this.#subscriptions = subscriptions
  }

  read(deps: MetricsDeps): DevnetMetrics {
    const { chain, publisher, pool, stateWaits, miner, lock, filters } = deps
    const { ticks, lateTicks, skippedTicks, blocks, skippedBlocks, errors } = miner.metrics()
    const { pending, queued } = pool.content()
    return {
      clock: this.#clock.mode,
      head: chain.head.number,
      flashblock: publisher.flashblocks.at(-1)?.index,
      cadence: { ticks, lateTicks, skippedTicks, blocks, skippedBlocks, errors },
      flashblocks: this.flashblocks.read(),
      seals: this.seals.read(),
      pool: { pending: pending.flat().length, queued: queued.flat().length },
      awaitingState: stateWaits.size,
      writes: lock.length,
      subscriptions: this.#subscriptions.size,
      filters: filters.size,
      connections: this.#sums((load) => load, ['http', 'webSocket', 'unsentBytes']),
      chains: this.#sums(
        ({ chains }) => chains,
        ['open', 'asleep', 'leased', 'waiting', 'made', 'dropped', 'threads', 'lostThreads'],
      ),
      requests: Object.fromEntries(
        [...this.#requests]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([method, record]) => [method, { ...record }]),
      ),
    }
  }

  /** Returns the sums over all servers. */
  #sums<Name extends string>(
    of: (load: ServerLoad) => Readonly<Record<Name, number>>,
    names: readonly Name[],
  ): Record<Name, number> {
    const loads = [...this.#servers].map((server) => of(server.load()))
    const sum = (name: Name) => loads.reduce((total, load) => total + load[name], 0)
    return Object.fromEntries(names.map((name) => [name, sum(name)])) as Record<Name, number>
  }
}
