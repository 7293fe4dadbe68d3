import { model } from './state.ts'

/** Blocks that the chart has. */
const maxShown = 40

const height = 100
const step = 10

/** A bar for each block with transactions: until they were pre-confirmed, and until they were sealed. Rendered by its parent. */
export function LatencyChart() {
  const shown = (model.peek()?.blocks ?? [])
    .flatMap(({ hash, latency }) => (latency === undefined ? [] : { hash, ...latency }))
    .slice(-maxShown)
  if (shown.length === 0) return <p class="dim">No sealed transactions yet.</p>
  const most = Math.max(1, ...shown.map(({ sealedMs }) => sealedMs))
  const early = middle(shown.flatMap(({ preconfirmedMs }) => preconfirmedMs ?? []))
  const late = middle(shown.map(({ sealedMs }) => sealedMs)) ?? 0
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
          (medians of {shown.length} {shown.length === 1 ? 'block' : 'blocks'}, highest{' '}
          {words(most)})
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${maxShown * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {shown.map(({ hash, preconfirmedMs, sealedMs }, at) => (
          <g key={hash}>
            <Bar at={at} share={sealedMs / most} kind="seal" />
            {preconfirmedMs !== undefined && (
              <Bar at={at} share={preconfirmedMs / most} kind="pre" />
            )}
          </g>
        ))}
      </svg>
    </figure>
  )
}

function Bar({ at, share, kind }: { at: number; share: number; kind: 'pre' | 'seal' }) {
  const high = Math.max(1, share * (height - 2))
  return <rect class={kind} x={at * step + 1} y={height - high} width={step - 2} height={high} />
}

function middle(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]
}

function words(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
