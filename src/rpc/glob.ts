/** Whether a name fits a pattern in which each `*` stands for any characters, or none. */
export function matchesGlob(pattern: string, name: string): boolean {
  const [first, ...rest] = pattern.split('*') as [string, ...string[]]
  const last = rest.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return name.length - at >= last.length && name.endsWith(last)
}
