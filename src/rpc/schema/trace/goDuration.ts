import { Problem, parsed } from '../parsed.ts'

/** Milliseconds in Go's units. */
const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}

const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y

/** A text like `300ms` or `1m30s`, as Go reads it: milliseconds. */
export const goDuration = parsed((text) => {
  if (text === '0') return 0
  let ms = 0
  part.lastIndex = 0
  for (let end = 0; end < text.length; end = part.lastIndex) {
    const match = part.exec(text)
    if (match === null) return invalid(text)
    ms += Number(match[1]) * (unitMs[match[2] as string] as number)
  }
  return text === '' || !Number.isFinite(ms) ? invalid(text) : ms
})

function invalid(text: string): Problem {
  return new Problem(
    `time: invalid duration ${JSON.stringify(text.slice(0, 40))}, want 300ms or 1m30s`,
  )
}
