import type { IncomingMessage, ServerResponse } from 'node:http'
import { isAllowedOrigin } from './origins.ts'

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

/** Has an answer say which pages may read it, whatever other headers it will have. */
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
