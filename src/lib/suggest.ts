/** Longer than any name there is: to compare takes as long as both are, one times the other. */
const longestTyped = 200

/**
 * The candidate that was probably meant, if one is near: of a typo at most one letter in so many is
 * wrong. Case does not count.
 */
export function suggest(
  typed: string,
  candidates: readonly string[],
  lettersPerTypo = 3,
): string | undefined {
  if (typed.length > longestTyped) return undefined
  const text = typed.toLowerCase()
  const beginning = candidates.filter((candidate) => candidate.toLowerCase().startsWith(text))
  if (text.length >= 3 && beginning.length === 1) return beginning[0]
  let best: string | undefined
  let most = Math.max(1, Math.floor(text.length / lettersPerTypo))
  for (const candidate of candidates) {
    const distance = editDistance(text, candidate.toLowerCase())
    if (distance > most || (distance === most && best !== undefined)) continue
    best = candidate
    most = distance
  }
  return best
}

/** Letters to insert, delete, replace or swap with their neighbour until `from` is `to`. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
