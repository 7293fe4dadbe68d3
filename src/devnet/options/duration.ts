/**
 * Milliseconds of a duration; a bare number counts in `unit`.
 * `undefined` for what is no duration, negative or not finite.
 */
export function durationMs(value: unknown, unit: 'ms' | 's'): number | undefined {
  const match = /^(\d+(?:\.\d+)?|\.\d+)(ms|s)?$/.exec(String(value).trim())
  if (match === null) return undefined
  const count = Number(match[1])
  if (!Number.isFinite(count)) return undefined
  return (match[2] ?? unit) === 's' ? count * 1000 : count
}
