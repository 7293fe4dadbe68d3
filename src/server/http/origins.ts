import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import type { WebPage } from '../../rpc/connection.ts'
import type { RefusalSummary } from '../../types/summary.ts'
import type { Settings } from '../options.ts'

/** The name of a `Host` header without port and brackets, in lower case. */
function hostName(header: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(header)
  const name = bracketed?.[1] ?? header.replace(/:\d*$/, '')
  return name.toLowerCase()
}

/** Where the server listens, and the names that the user allows. */
type Named = Pick<Settings, 'host' | 'allowedHosts'>

/** `localhost` and addresses that mean this machine alone. */
const loopback = /^(localhost|127(\.\d+){3}|::1)$/

/**
 * Names that a stranger cannot register: of one label, as services of Docker Compose have, and of the
 * zones for private use, as `host.docker.internal`.
 */
const privateName = /^[a-z0-9_-]+$|^[a-z0-9_.-]+\.(internal|localhost)$/

/**
 * Whether a request may come under this `Host`: `localhost`, an address, or one that is allowed.
 * A page that rebinds its own name to this machine (DNS rebinding) sends that name. A server for
 * other machines is also reached by private names. A client that sends no name (HTTP/1.0) is no browser.
 */
export function isAllowedHost(header: string | undefined, { host, allowedHosts }: Named): boolean {
  if (header === undefined || allowedHosts.includes('*')) return true
  const name = hostName(header)
  if (name === 'localhost' || isIP(name) !== 0) return true
  if (!loopback.test(host) && privateName.test(name)) return true
  return allowedHosts.some((allowed) => allowed.toLowerCase() === name)
}

/** Whom `isAllowedHost` refuses, why, and what to do. */
export function refusedHost(header = ''): RefusalSummary {
  const reason = `host "${header}" is not allowed: use localhost or an address, or allow it (--allowed-hosts)`
  return { header: 'Host', value: header, reason }
}

const hostLength = 'host'.length

/** Whether there is more than one `Host`, of which Node keeps the first: proxies may go by another (RFC 9112, 3.2). */
export function hasManyHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === hostLength && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

export const manyHosts = 'the request has more than one Host header: send one'

/** The origins and hosts that the server trusts. */
type Trusted = Named & Pick<Settings, 'allowOrigin'>

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
function isOwnOrigin(origin: string, host: string | undefined, trusted: Named): boolean {
  const allowedHosts = trusted.allowedHosts.filter((name) => name !== '*')
  const named = { host: trusted.host, allowedHosts }
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
  const { allowOrigin = [] } = trusted
  return (
    origin === undefined ||
    isLoopbackOrigin(origin) ||
    isAllowedOrigin(origin, allowOrigin) ||
    isOwnOrigin(origin, host, trusted)
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

/** Returns what was refused to which origin, and what to do. `may`: what its pages may not do. */
export function refusedOrigin(origin: string | undefined, may: string): RefusalSummary {
  const who = origin === undefined ? 'a page of another origin' : `origin "${origin}"`
  const reason = `${who} may not ${may}: allow it (--allow-origin)`
  return { header: 'Origin', value: origin ?? '', reason }
}

/**
 * Whether a browser goes to an address, to show what is there. What programs ask for with GET, and pages by
 * `fetch`, is whether the server is up.
 */
export function isNavigation({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' || !/\btext\/html\b/i.test(headers.accept ?? '')) return false
  return (headers['sec-fetch-mode'] ?? 'navigate') === 'navigate'
}

const methods = 'GET, HEAD, POST, OPTIONS'

/** How long browsers may keep what a preflight said. */
const maxAgeSeconds = 86_400

const anyPage = ['access-control-allow-origin', '*']

/**
 * Headers that say which pages may read the answer to one of this origin: names and values in turn.
 * Credentials are never allowed: there are none.
 */
export function readingHeaders(
  origin: string | undefined,
  allowOrigin: readonly string[] = ['*'],
): readonly string[] {
  if (allowOrigin.includes('*')) return anyPage
  const isAllowed = origin !== undefined && isAllowedOrigin(origin, allowOrigin)
  return ['vary', 'Origin', ...(isAllowed ? ['access-control-allow-origin', origin] : [])]
}

/** Adds the headers that say which pages may read the answer, whatever other headers it will have. */
export function allowReading(
  request: IncomingMessage,
  response: ServerResponse,
  allowOrigin: readonly string[] | undefined,
): void {
  const headers = readingHeaders(request.headers.origin, allowOrigin)
  for (let at = 0; at < headers.length; at += 2) {
    response.setHeader(headers[at] as string, headers[at + 1] as string)
  }
}

/** Answers `OPTIONS`: what a browser asks before a page may send JSON. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const asked = request.headers['access-control-request-headers']
  const headers = asked !== undefined && /^[\w\-, ]+$/.test(asked) ? asked : 'content-type'
  response.setHeader('access-control-allow-methods', methods)
  response.setHeader('access-control-allow-headers', headers)
  response.setHeader('access-control-max-age', maxAgeSeconds)
  response.setHeader('allow', methods)
  response.writeHead(204).end()
}
