type Version = readonly [major: number, minor: number, patch: number]

/** Whether a compiler such as `0.8.37` is of a version or newer; one that nobody knows is. */
export function isFrom(compiler: string | undefined, [major, minor, patch]: Version): boolean {
  const [own = 0, ownMinor = 0, ownPatch = 0] = compiler?.split('.').map(Number) ?? [major + 1]
  if (own !== major) return own > major
  return ownMinor === minor ? ownPatch >= patch : ownMinor > minor
}
