import type { IncomingMessage, ServerResponse } from 'node:http'
import { isAllowedOrigin } from './origins.ts'

const methods = 'GET, HEAD, POST, OPTIONS'

/** How long browsers may keep what a preflight said. */
const maxAgeSeconds = 86_400

/** Says which pages may read the answer. Credentials are never allowed: there are none. */
export function allowReading(
  request: IncomingMessage,
  response: ServerResponse,
  allowOrigin: readonly string[] = ['*'],
): void {
  if (allowOrigin.includes('*')) {
    response.setHeader('access-control-allow-origin', '*')
    return
  }
  response.setHeader('vary', 'Origin')
  const { origin } = request.headers
  if (origin === undefined || !isAllowedOrigin(origin, allowOrigin)) return
  response.setHeader('access-control-allow-origin', origin)
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
