/** Path of a request target: without query, and without the origin that proxies send. */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target.replace(/[?#].*$/s, '')
  return URL.canParse(target) ? new URL(target).pathname : target
}

/** Why a path is refused. */
export function pathProblem(path: string): string {
  const chains = '/<id> is a chain of its own, where the id is up to 64 letters, digits, - and _'
  return `nothing is served at ${path.slice(0, 200)}: ${chains}`
}
