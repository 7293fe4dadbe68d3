import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { readBytes } from '../../lib/regularFile.ts'

/** The inspector's page as it is sent. */
export interface InspectorPage {
  readonly text: Buffer
  readonly gzipped: Buffer
  readonly etag: string
  /** The `Content-Security-Policy`. */
  readonly policy: string
}

/** The page out of its file, or `undefined` where it was not built. */
export async function readInspectorPage(file: string): Promise<InspectorPage | undefined> {
  const text = await readBytes(file).catch(() => undefined)
  if (text === undefined) return undefined
  const gzipped = await promisify(gzip)(text, { level: 9 })
  const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`
  return { text, gzipped, etag, policy: policyOf(String(text)) }
}

/** Sends the page to a browser that goes there. */
export function sendInspectorPage(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { text, gzipped, etag, policy }: InspectorPage,
): void {
  // For pages of other origins there is nothing to read here.
  response.removeHeader('access-control-allow-origin')
  response.setHeader('vary', 'Accept, Accept-Encoding, Sec-Fetch-Mode')
  response.setHeader('cache-control', 'no-cache')
  response.setHeader('etag', etag)
  if (headers['if-none-match'] === etag) {
    response.writeHead(304).end()
    return
  }
  const isGzipped = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))
  const body = isGzipped ? gzipped : text
  if (isGzipped) response.setHeader('content-encoding', 'gzip')
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(method === 'HEAD' ? undefined : body)
}

/**
 * Only what the file itself has may run and give looks: what a contract says can do neither, wherever
 * it comes to stand. `frame-ancestors`, as a button in a frame can be clicked unseen.
 */
function policyOf(html: string): string {
  return [
    `default-src 'none'`,
    `script-src ${hashesOf('script', html)}`,
    `style-src ${hashesOf('style', html)}`,
    'img-src data:',
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ')
}

function hashesOf(element: 'script' | 'style', html: string): string {
  const texts = html.matchAll(new RegExp(`<${element}[^>]*>(.*?)</${element}>`, 'gs'))
  return Array.from(texts, ([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }).join(' ')
}
