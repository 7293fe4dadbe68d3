import type { IncomingMessage, ServerResponse } from 'node:http'
import { limitWords } from '../../lib/limits.ts'
import { bodiesWords, Incoming } from '../../lib/shares.ts'
import { hurryMs } from '../../rpc/answers.ts'
import type { Answer } from '../../rpc/envelope.ts'
import { encodeError, noId } from '../../rpc/envelope.ts'
import type { Handle } from '../../rpc/handle.ts'
import { invalidRequest, limitExceeded, RpcError } from '../../rpc/rpcError.ts'
import type { RefusalSummary } from '../../types/summary.ts'
import type { Settings } from '../options.ts'
import {
  answerAt,
  type ControlRequest,
  type Enter,
  type Place,
  pathOf,
  pathProblem,
} from '../place.ts'

import { announcesTooMuch, type Body, discardBody, readBody } from './body.ts'
import {
  allowReading,
  answerPreflight,
  isAllowedHost,
  isAllowedOrigin,
  isNavigation,
  mayControl,
  pageOf,
  readingHeaders,
  refusedHost,
  refusedOrigin,
} from './origins.ts'

/** How long a refused client may go on sending, so that it reads why. */
const lingerMs = 5000

function sendText(
  response: ServerResponse,
  { status, type, text }: { status: number; type: string; text: string },
): void {
  const headers = { 'content-type': type, 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, headers).end(text)
}

/** Sends the rest of an answer, the next piece when the client has taken those before. */
function sendPieces(response: ServerResponse, rest: Iterator<Uint8Array>): void {
  for (let next = rest.next(); next.done !== true; next = rest.next()) {
    if (response.write(next.value)) continue
    response.once('drain', () => sendPieces(response, rest))
    return
  }
  response.end()
}

/** Whether the body may be executed: what a page may send without a preflight may not. */
function isJsonEnough({ headers }: IncomingMessage): boolean {
  if (headers.origin === undefined) return true
  const type = (headers['content-type'] ?? '').replace(/;.*$/s, '')
  return type.trim().toLowerCase() === 'application/json'
}

/** Why a POST is refused before its body is read. */
function refusalOf(
  request: IncomingMessage,
  settings: Settings,
): { status: number; reason: string } | undefined {
  const { headers } = request
  if (!isJsonEnough(request)) {
    return { status: 415, reason: 'content type of a request from a page must be application/json' }
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    return { status: 415, reason: 'the body must not be compressed' }
  }
  if (announcesTooMuch(request, settings.maxBodyBytes)) {
    return { status: 413, reason: tooLarge(settings) }
  }
  return undefined
}

function tooLarge(settings: Settings): string {
  return `request body too large: ${limitWords('bodyBytes', settings.maxBodyBytes, 'bytes')}`
}

/** Answers an HTTP request with a JSON-RPC error, whose body may still be coming. */
async function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, reason, code }: { status: number; reason: string; code?: number },
): Promise<void> {
  const error = code === undefined ? invalidRequest(reason) : new RpcError(code, reason)
  const bytes = Buffer.from(encodeError(noId, error))
  const rest = request.headers['transfer-encoding'] ?? request.headers['content-length']
  if (status === 413 || status === 408 || status === 503) response.setHeader('connection', 'close')
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length })
  response.write(bytes)
  if (rest !== undefined) await discardBody(request, lingerMs)
  response.end()
  if (rest !== undefined && !request.complete) request.socket.destroy()
}

/** Refuses a request for where it comes from. */
function refuseFrom(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
  refusal: RefusalSummary,
): Promise<void> {
  settings.onRefused(refusal)
  return refuse(request, response, { status: 403, reason: refusal.reason })
}

async function servePost(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
  { enter, expectsContinue }: { enter: Enter<Handle>; expectsContinue: boolean },
): Promise<void> {
  const { origin } = request.headers
  const refusal = refusalOf(request, settings)
  if (refusal !== undefined) {
    allowReading(request, response, settings.allowOrigin)
    return refuse(request, response, refusal)
  }
  if (expectsContinue) response.writeContinue()
  const page = pageOf(request.headers, settings)
  const incoming = new Incoming(settings.bodies, page?.origin)
  const announced = Number(request.headers['content-length'])
  const { maxBodyBytes: maxBytes, bodyTimeoutMs: timeoutMs } = settings
  const limits = { maxBytes, timeoutMs, incoming, announced }
  try {
    const body = await readBody(request, limits)
    if (body.kind !== 'whole') {
      incoming.end()
      allowReading(request, response, settings.allowOrigin)
      return await refuseBody(request, response, settings, body.kind)
    }
    const room = settings.answers.room()
    if (room !== undefined) await room
    sendAnswer(response, settings, await answerAt(enter, body.bytes, page), origin)
  } finally {
    incoming.end()
  }
}

/** Says why a body was not read to its end. */
async function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
  kind: Exclude<Body['kind'], 'whole'>,
): Promise<void> {
  switch (kind) {
    case 'aborted':
      return
    case 'tooLarge':
      return refuse(request, response, { status: 413, reason: tooLarge(settings) })
    case 'noRoom': {
      response.setHeader('retry-after', '1')
      const { origin } = request.headers
      const reason = bodiesWords(settings.bodies, origin)
      return refuse(request, response, { status: 503, reason, code: limitExceeded })
    }
    case 'stalled': {
      const reason = `the body of the request stalled: ${limitWords('bodyMs', settings.bodyTimeoutMs, 'ms')}`
      return refuse(request, response, { status: 408, reason })
    }
  }
}

/**
 * Sends an answer to a POST: its head as a list, which node:http writes without a look-up, and head and body in one.
 * While the client does not read it, it counts as unread.
 */
function sendAnswer(
  response: ServerResponse,
  settings: Settings,
  answer: Answer,
  origin: string | undefined,
): void {
  if (response.destroyed) return
  const { answers, allowOrigin, bodyTimeoutMs } = settings
  const { status, pieces } = answer
  // An answer in pieces makes one text of them when it is asked for its text.
  const text = pieces === undefined ? (answer.text ?? '') : ''
  const bytes = pieces?.length ?? Buffer.byteLength(text)
  const type = bytes === 0 ? [] : ['content-type', 'application/json']
  const cors = readingHeaders(origin, allowOrigin)
  response.writeHead(status, [...cors, ...type, 'content-length', String(bytes)])
  if (pieces !== undefined) sendPieces(response, pieces[Symbol.iterator]())
  // Without characters of several bytes, Latin-1 is the same and written faster.
  else response.end(text, bytes === text.length ? 'latin1' : 'utf8')
  // Most answers are the system's at once, and need no watch.
  if (response.writableLength === 0 || response.destroyed || bytes === 0) return
  const { socket } = response
  const reader = { hurry: () => socket?.setTimeout(hurryMs) }
  response.setTimeout(bodyTimeoutMs, () => response.destroy())
  answers.add(reader, bytes)
  response.once('close', () => answers.remove(reader, bytes))
}

/** Does what is asked for at a path where something is done and no JSON-RPC is served. */
async function serveControl(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
  answer: Extract<Place, { kind: 'control' }>['answer'],
): Promise<void> {
  if (!mayControl(request.headers, settings)) {
    const refusal = refusedOrigin(request.headers.origin, 'do this')
    return refuseFrom(request, response, settings, refusal)
  }
  const { status, json } = await answer(controlRequest(request, response))
  if (response.destroyed) return
  if (json === undefined) response.writeHead(status, { 'content-length': 0 }).end()
  else sendText(response, { status, type: 'application/json', text: JSON.stringify(json) })
}

function controlRequest(request: IncomingMessage, response: ServerResponse): ControlRequest {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  const { localAddress = '', localPort } = request.socket
  const address = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  const { host = '' } = request.headers
  const authority = URL.canParse(`http://${host}`) ? host : `${address}:${localPort}`
  const [, query = ''] = (request.url ?? '').split('?', 2)
  return {
    method: request.method ?? 'GET',
    authority,
    query: new URLSearchParams(query),
    left: left.signal,
  }
}

/** Answers at a path where there is something to read, and no JSON-RPC. */
async function serveText(
  request: IncomingMessage,
  response: ServerResponse,
  answer: { status: number; type: string; text: () => string },
): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD') {
    return sendText(response, { ...answer, text: answer.text() })
  }
  response.setHeader('allow', 'GET, HEAD, OPTIONS')
  const reason = `${request.method} is not served here: send JSON-RPC to another path`
  return refuse(request, response, { status: 405, reason })
}

/** Answers a request to a stream that does not ask for a WebSocket. */
function serveDescription(
  request: IncomingMessage,
  response: ServerResponse,
  description: string,
): Promise<void> {
  response.setHeader('upgrade', 'websocket')
  return serveText(request, response, { status: 426, type: 'text/plain', text: () => description })
}

/** Answers one HTTP request: nearly all are POSTs to methods, which take the shortest way. */
export function serveHttp(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
  expectsContinue: boolean,
): Promise<void> {
  if (request.method === 'POST' && isAllowedHost(request.headers.host, settings)) {
    const place = settings.route(pathOf(request.url ?? '/'))
    if (place?.kind === 'methods') {
      return servePost(request, response, settings, { enter: place.enter, expectsContinue })
    }
  }
  return serveOther(request, response, settings)
}

async function serveOther(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
): Promise<void> {
  allowReading(request, response, settings.allowOrigin)
  const { host, origin } = request.headers
  if (!isAllowedHost(host, settings)) {
    return refuseFrom(request, response, settings, refusedHost(host))
  }
  const path = pathOf(request.url ?? '/')
  if (request.method === 'OPTIONS') {
    if (origin !== undefined && !isAllowedOrigin(origin, settings.allowOrigin ?? ['*'])) {
      // The browser refuses it, as the answer does not allow it.
      settings.onRefused(refusedOrigin(origin, 'read answers'))
    }
    return answerPreflight(request, response)
  }
  const place = settings.route(path)
  switch (place?.kind) {
    case undefined:
      return refuse(request, response, { status: 404, reason: pathProblem(path) })
    case 'stream':
      return serveDescription(request, response, place.description)
    case 'page':
      return serveText(request, response, { status: 200, ...place.page })
    case 'control':
      return serveControl(request, response, settings, place.answer)
    case 'methods':
      return serveMethods(request, response, settings, { ...place, path })
  }
}

async function serveMethods(
  request: IncomingMessage,
  response: ServerResponse,
  settings: Settings,
  served: Extract<Place, { kind: 'methods' }> & { path: string },
): Promise<void> {
  if (served.inspects !== undefined && settings.inspector !== undefined) {
    if (isNavigation(request) && (await serveInspector(request, response, settings, served))) return
    response.appendHeader('vary', 'Accept, Sec-Fetch-Mode')
  }
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return sendText(response, { status: 200, type: 'text/plain', text: settings.healthText })
    default: {
      response.setHeader('allow', 'GET, HEAD, POST, OPTIONS')
      const reason = `${request.method} is not served: send JSON-RPC by POST`
      return refuse(request, response, { status: 405, reason })
    }
  }
}

/** Serves the inspector; returns whether there is one. It does not make a chain that is not used yet. */
async function serveInspector(
  request: IncomingMessage,
  response: ServerResponse,
  { inspector }: Settings,
  { inspects, path }: { inspects?: 'chain' | 'chainToCome' | undefined; path: string },
): Promise<boolean> {
  const page = await inspector?.()
  if (page === undefined) return false
  if (inspects === 'chainToCome') {
    const text = `there is no chain at ${path} yet: the first JSON-RPC request there makes it\n`
    sendText(response, { status: 404, type: 'text/plain', text })
    return true
  }
  const { sendInspectorPage } = await import('./inspectorPage.ts')
  sendInspectorPage(request, response, page)
  return true
}
