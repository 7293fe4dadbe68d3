/** What `preconf_metrics` answers, as far as it is shown. */
export interface Metrics {
  readonly cadence: {
    readonly ticks: number
    readonly lateTicks: number
    readonly skippedTicks: number
    readonly blocks: number
  }
  readonly flashblocks: { readonly count: number; readonly sumMs: number; readonly p99Ms: number }
  readonly seals: { readonly count: number; readonly sumMs: number; readonly p99Ms: number }
  readonly pool: { readonly pending: number; readonly queued: number }
  readonly connections: { readonly http: number; readonly webSocket: number }
  readonly subscriptions: number
  readonly requests: Readonly<
    Record<
      string,
      {
        readonly count: number
        readonly errors: number
        readonly sumMs: number
        readonly maxMs: number
      }
    >
  >
}

/** A moment of the metrics, with what has happened since the one before. */
export interface Sample {
  readonly requestsPerSecond: number
  readonly flashblockMs: number
  readonly sealMs: number
  readonly pooled: number
  readonly lateTicks: number
  readonly webSockets: number
}

/** Samples that are kept: two minutes. */
const maxSamples = 120

/** What was measured since the page was opened, a sample each second. */
export class MetricHistory {
  #samples: readonly Sample[] = []
  #last: { readonly atMs: number; readonly metrics: Metrics } | undefined

  get samples(): readonly Sample[] {
    return this.#samples
  }

  add(metrics: Metrics, atMs: number): void {
    const before = this.#last
    this.#last = { atMs, metrics }
    if (before === undefined || atMs <= before.atMs) return
    const { flashblocks, seals, pool, cadence, connections } = metrics
    const past = before.metrics
    const seconds = (atMs - before.atMs) / 1000
    const sample = {
      requestsPerSecond: Math.max(0, countOf(metrics) - countOf(past)) / seconds,
      flashblockMs: meanSince(past.flashblocks, flashblocks),
      sealMs: meanSince(past.seals, seals),
      pooled: pool.pending + pool.queued,
      lateTicks: Math.max(0, cadence.lateTicks - past.cadence.lateTicks),
      webSockets: connections.webSocket,
    }
    this.#samples = [...this.#samples, sample].slice(-maxSamples)
  }
}

function countOf({ requests }: Metrics): number {
  return Object.values(requests).reduce((sum, { count }) => sum + count, 0)
}

/** How long one took on average since then; 0 when there was none. */
function meanSince(before: Metrics['seals'], now: Metrics['seals']): number {
  const count = now.count - before.count
  return count <= 0 ? 0 : (now.sumMs - before.sumMs) / count
}
