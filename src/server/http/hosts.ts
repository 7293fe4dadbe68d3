import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { RefusalSummary } from '../../types/summary.ts'

/** The name of a `Host` header without port and brackets, in lower case. */
function hostName(header: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(header)
  const name = bracketed?.[1] ?? header.replace(/:\d*$/, '')
  return name.toLowerCase()
}

/**
 * Whether a request may come under this `Host`: `localhost`, an address, or one that is allowed.
 * A page that rebinds its own name to this machine (DNS rebinding) sends that name. A client that
 * sends none (HTTP/1.0) is no browser.
 */
export function isAllowedHost(header: string | undefined, allowed: readonly string[]): boolean {
  if (header === undefined || allowed.includes('*')) return true
  const name = hostName(header)
  if (name === 'localhost' || isIP(name) !== 0) return true
  return allowed.some((host) => host.toLowerCase() === name)
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
