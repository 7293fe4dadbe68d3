import { useEffect, useState } from 'preact/hooks'
import { ask, isConnected, ring, ringVersion } from './state.ts'
import type { Hex } from './wire.ts'

/** How long after it was sent a transaction was pre-confirmed and sealed, in ms. */
interface Latency {
  readonly hash: Hex
  readonly preconfirmed?: number
  readonly sealed: number
}

/** What `preconf_getTransaction` answers, as far as it is used. */
interface Timed {
  readonly times?: {
    readonly pooledMs?: Hex
    readonly preconfirmedMs?: Hex
    readonly sealedMs?: Hex
  }
}

/** Transactions that the chart has. */
const maxShown = 60

/** Transactions that are asked about at once, and how often: a busy chain is sampled. */
const maxAsked = 30
const restMs = 1000

/** Kept while other screens are open. */
let latencies: readonly Latency[] = []
const asked = new Set<Hex>()

function latencyOf(hash: Hex, { times = {} }: Timed): Latency | undefined {
  const { pooledMs, preconfirmedMs, sealedMs } = times
  if (pooledMs === undefined || sealedMs === undefined) return undefined
  const since = (ms: Hex): number => Math.max(0, Number(ms) - Number(pooledMs))
  return {
    hash,
    sealed: since(sealedMs),
    ...(preconfirmedMs !== undefined && { preconfirmed: since(preconfirmedMs) }),
  }
}

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]
}

/** Latencies of the newest sealed transactions, oldest first. */
function useLatencies(): readonly Latency[] {
  const [shown, setShown] = useState(latencies)
  const isOpen = isConnected.value
  useEffect(() => {
    let isWanted = true
    async function look(): Promise<void> {
      const hashes: Hex[] = []
      let seen = 0
      for (const { hash, place } of ring.newestFirst()) {
        if (place === 'sealed' && !asked.has(hash)) hashes.push(hash)
        if (hashes.length === maxAsked || ++seen === maxShown) break
      }
      if (asked.size > 10 * maxShown) asked.clear()
      for (const hash of hashes) asked.add(hash)
      if (hashes.length === 0) return
      const found = await Promise.all(
        hashes.reverse().map((hash) =>
          ask<Timed>('preconf_getTransaction', hash).then(
            (answer) => latencyOf(hash, answer),
            () => undefined,
          ),
        ),
      )
      latencies = [...latencies, ...found.filter((one) => one !== undefined)].slice(-maxShown)
      if (isWanted) setShown(latencies)
    }
    void look()
    const timer = setInterval(() => !document.hidden && void look(), restMs)
    return () => {
      isWanted = false
      clearInterval(timer)
    }
  }, [isOpen, ringVersion.value === 0])
  return shown
}

const height = 100
const step = 10

/** A bar for each transaction: until it was pre-confirmed, and until it was sealed. */
export function LatencyChart() {
  const shown = useLatencies()
  if (shown.length === 0) return <p class="dim">No sealed transactions yet.</p>
  const most = Math.max(1, ...shown.map(({ sealed }) => sealed))
  const heightOf = (ms: number): number => Math.max(1, (ms / most) * (height - 2))
  const early = median(shown.flatMap(({ preconfirmed }) => preconfirmed ?? []))
  const late = median(shown.map(({ sealed }) => sealed)) ?? 0
  return (
    <figure class="chart tall">
      <figcaption>
        {early !== undefined && (
          <>
            <span class="key pre" aria-hidden="true" />
            pre-confirmed after <strong>{words(early)}</strong>,{' '}
          </>
        )}
        <span class="key seal" aria-hidden="true" />
        sealed after <strong>{words(late)}</strong>{' '}
        <span class="dim">
          (median of {shown.length}; most {words(most)})
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${maxShown * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {shown.map(({ hash, preconfirmed, sealed }, at) => (
          <g key={hash}>
            <rect
              class="seal"
              x={at * step + 1}
              y={height - heightOf(sealed)}
              width={step - 2}
              height={heightOf(sealed)}
            />
            {preconfirmed !== undefined && (
              <rect
                class="pre"
                x={at * step + 1}
                y={height - heightOf(preconfirmed)}
                width={step - 2}
                height={heightOf(preconfirmed)}
              />
            )}
          </g>
        ))}
      </svg>
    </figure>
  )
}

function words(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
