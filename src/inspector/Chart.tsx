/** Of a chart, in its own units. */
const width = 120
const height = 32

/** A line of numbers over time, with what it is and the newest in words. */
export function Chart(props: { label: string; values: readonly number[]; unit?: string }) {
  const { label, values, unit = '' } = props
  const most = Math.max(1, ...values)
  const step = width / Math.max(1, values.length - 1)
  const points = values.map(
    (value, at) =>
      `${(at * step).toFixed(1)},${(height - 1 - (value / most) * (height - 2)).toFixed(1)}`,
  )
  const newest = values.at(-1)
  const shown = newest === undefined ? '–' : `${rounded(newest)}${unit}`
  return (
    <figure class="chart">
      <figcaption>
        {label}: <strong>{shown}</strong>
        {newest !== undefined && <span class="dim"> · most {rounded(Math.max(...values))}</span>}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={points.join(' ')} />
      </svg>
    </figure>
  )
}

function rounded(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
}
