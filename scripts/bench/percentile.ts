/** The smallest value that `share` of all values (0 to 1) do not exceed: nearest rank. NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const ascending = [...values].sort((left, right) => left - right)
  const rank = Math.max(1, Math.ceil(share * ascending.length))
  return ascending[rank - 1] ?? Number.NaN
}
