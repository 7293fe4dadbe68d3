import type { IncomingHttpHeaders } from 'node:http'
import type { WebPage } from '../../rpc/connection.ts'
import type { RefusalSummary } from '../../types/summary.ts'
import type { Settings } from '../options.ts'
import { isAllowedHost } from './hosts.ts'

/** Whom the server was told to trust. */
type Trusted = Pick<Settings, 'allowOrigin' | 'allowedHosts'>

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
 * Whether a page was served at the address that the request goes to. Where any host is allowed that
 * says nothing: a page that rebinds its name to this machine (DNS rebinding) comes under it too.
 */
function isOwnOrigin(
  origin: string,
  host: string | undefined,
  allowedHosts: readonly string[],
): boolean {
  const named = allowedHosts.filter((name) => name !== '*')
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host) || !isAllowedHost(host, named)) return false
  const scheme = /^https?:\/\//.exec(origin)?.[0]
  if (scheme === undefined) return false
  const own = `${scheme}${host}`
  return URL.canParse(own) && URL.canParse(origin) && new URL(own).host === new URL(origin).host
}

/**
 * Whether a request comes from no browser, which sends no origin, or from a page that may do all
 * that a program may: one of this machine, of this server, or one that is allowed by name.
 */
export function isTrusted({ origin, host }: IncomingHttpHeaders, trusted: Trusted): boolean {
  const { allowOrigin = [], allowedHosts } = trusted
  return (
    origin === undefined ||
    isLoopbackOrigin(origin) ||
    isAllowedOrigin(origin, allowOrigin) ||
    isOwnOrigin(origin, host, allowedHosts)
  )
}

/**
 * Whether a request may change what is served. A page can send it without being asked before, as
 * there is no JSON in it: only pages that may open a WebSocket may; and no page that hides its
 * origin, as images and links of other sites do.
 */
export function mayControl(headers: IncomingHttpHeaders, trusted: Trusted): boolean {
  if (headers.origin === undefined && headers['sec-fetch-site'] === 'cross-site') return false
  return isTrusted(headers, trusted)
}

/** The page that a request comes from; programs that are no browser send no origin. */
export function pageOf(headers: IncomingHttpHeaders, settings: Settings): WebPage | undefined {
  const { origin } = headers
  if (origin === undefined) return undefined
  const onRefused = (reason: string) =>
    settings.onRefused({ header: 'Origin', value: origin, reason })
  return { origin, isForeign: !isTrusted(headers, settings), onRefused }
}

/** Who is refused what, and what to do. `may`: what its pages may not do. */
export function refusedOrigin(origin: string | undefined, may: string): RefusalSummary {
  const who = origin === undefined ? 'a page of another origin' : `origin "${origin}"`
  const reason = `${who} may not ${may}: allow it (--allow-origin)`
  return { header: 'Origin', value: origin ?? '', reason }
}
