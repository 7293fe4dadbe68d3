import type { IncomingMessage } from 'node:http'

/**
 * Whether a browser goes to an address, to show what is there. What programs ask for with GET, and pages by
 * `fetch`, is whether the server is up.
 */
export function isNavigation({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' || !/\btext\/html\b/i.test(headers.accept ?? '')) return false
  return (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'
}
