import { defaultLimits } from '../../../lib/limits.ts'
import { InvalidForkUrl } from '../upstreamErrors.ts'
import { httpTransport } from './http.ts'
import { ipcTransport } from './ipc.ts'
import { functionTransport, type RequestSource } from './requestFunction.ts'
import type { Transport } from './transport.ts'
import { webSocketTransport } from './webSocket.ts'

/** A URL, the path of an IPC socket, or a function to ask. */
export type UpstreamSource = string | RequestSource

/** The way to an upstream; nothing is sent yet. Throws an `InvalidForkUrl`. */
export function openTransport(
  source: UpstreamSource,
  headers: Readonly<Record<string, string>>,
  maxBytes: number = defaultLimits.upstreamBytes,
): Transport {
  if (typeof source !== 'string') return functionTransport(source)
  const whole = isHostAndPort(source) ? `http://${source}` : source
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(whole)) return ipcTransport(ipcPath(whole), maxBytes)
  const url = parseUrl(whole)
  if (url.protocol === 'file:') return ipcTransport(decodeURIComponent(url.pathname), maxBytes)
  if (url.protocol === 'http:' || url.protocol === 'https:')
    return httpTransport(url, headers, maxBytes)
  if (url.protocol === 'ws:' || url.protocol === 'wss:')
    return webSocketTransport(url, headers, maxBytes)
  throw new InvalidForkUrl(`has the scheme ${url.protocol}//`)
}

/** As in `localhost:8545`, which Anvil takes too. */
function isHostAndPort(text: string): boolean {
  return /^([a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}([/?]|$)/i.test(text)
}

/** The error of `new URL` has the text in it. */
function parseUrl(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new InvalidForkUrl('is no URL')
  }
}

function ipcPath(text: string): string {
  if (/[\\/]/.test(text) || text.endsWith('.ipc')) return text
  throw new InvalidForkUrl('has no scheme')
}
