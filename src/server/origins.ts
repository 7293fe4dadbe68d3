import type { RefusalSummary } from '../types/summary.ts'

/** Whether a page of this origin may read answers. */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return allowed.includes('*') || allowed.includes(origin)
}

/** Whether a page of this origin was served from this machine. */
function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname } = new URL(origin)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}

/**
 * Whether a WebSocket may be opened. Browsers do not ask before (there is no CORS for WebSockets),
 * so only pages of this machine may, and those that are allowed by name. No origin: no browser.
 */
export function mayOpenWebSocket(
  origin: string | undefined,
  allowed: readonly string[] | undefined,
): boolean {
  if (origin === undefined || isLoopbackOrigin(origin)) return true
  return allowed !== undefined && isAllowedOrigin(origin, allowed)
}

/**
 * Whether a request may change what is served. A page can send it without being asked before, as
 * there is no JSON in it: only pages that may open a WebSocket may; and no page that hides its
 * origin, as images and links of other sites do.
 */
export function mayControl(
  headers: {
    readonly origin?: string | undefined
    readonly 'sec-fetch-site'?: string | readonly string[] | undefined
  },
  allowed: readonly string[] | undefined,
): boolean {
  if (headers.origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
  return mayOpenWebSocket(headers.origin, allowed)
}

/** Who is refused what, and what to do. `may`: what its pages may not do. */
export function refusedOrigin(origin: string | undefined, may: string): RefusalSummary {
  const who = origin === undefined ? 'a page of another origin' : `origin "${origin}"`
  const reason = `${who} may not ${may}: allow it (--allow-origin)`
  return { header: 'Origin', value: origin ?? '', reason }
}
