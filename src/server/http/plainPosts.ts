import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { latin1Part } from '../../lib/encodings.ts'
import type { Memo } from '../../lib/memo.ts'
import { wallNow } from '../../lib/realTimers.ts'
import { hurryMs } from '../../rpc/answers.ts'
import { Disconnected } from '../../rpc/connection.ts'
import type { Answer } from '../../rpc/envelope.ts'
import type { Handle } from '../../rpc/handle.ts'
import type { Settings } from '../options.ts'
import { answerAt, type Enter, pathOf } from '../place.ts'
import { endWith, headersTooLate, idleTooLong } from '../sockets/upgrade.ts'
import { isAllowedHost } from './origins.ts'

let second = 0
let text = ''

/** The time now, as HTTP writes it. */
export function httpDate(): string {
  const now = Math.floor(wallNow() / 1000)
  if (now !== second) {
    second = now
    text = new Date(now * 1000).toUTCString()
  }
  return text
}

/** What there is to know of a POST in which nothing is unusual, but its body. */
export interface PlainHead {
  /** The path as sent, with its query. */
  readonly target: string
  readonly host: string
  readonly bodyLength: number
}

/** Fewer characters than HTTP has, and no line that goes on in the next. */
const wellFormed = /^POST (\/[\w\-.~/%?=&]*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+:[ -~]*\r\n)+)\r\n$/

/** Headers that ask for more than an answer to a body of that length. */
const unusual: ReadonlySet<string> = new Set([
  'content-encoding',
  'expect',
  'http2-settings',
  'keep-alive',
  'origin',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Reads the head of a request, with the empty line after it. `undefined` for all that is no plain
 * POST, or where there is any doubt: it is for a parser that knows all of HTTP.
 */
export function readPlainHead(head: string): PlainHead | undefined {
  const [, target, lines] = wellFormed.exec(head) ?? []
  if (target === undefined || lines === undefined) return undefined
  let host: string | undefined
  let length: string | undefined
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    if (unusual.has(name)) return undefined
    const value = line.slice(colon + 1).trim()
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return undefined
    if (name === 'host') {
      if (host !== undefined) return undefined
      host = value
    }
    if (name === 'content-length') {
      if (length !== undefined || !/^\d{1,9}$/.test(value)) return undefined
      length = value
    }
  }
  if (host === undefined || length === undefined) return undefined
  return { target, host, bodyLength: Number(length) }
}

/** The server that a connection came to. */
interface Door {
  readonly settings: Settings
  /** The sockets with an unanswered request; the answering handler updates it. */
  readonly answering: Set<Socket>
  /** Plain heads that have come, by their texts: those of a client differ in little but the length of the body. */
  readonly heads: Memo<PlainPosts | undefined>
  isClosing(): boolean
  /** Gives the connection to node:http, with what it has not read yet. */
  handOver(socket: Socket): void
}

/** What follows a plain head, and who answers it. */
export interface PlainPosts {
  readonly bodyLength: number
  readonly enter: Enter<Handle>
}

/** Bytes of a long answer: as many as a piece may have. */
const sentAtOnce = 512 * 1024

const endOfHead = '\r\n\r\n'

/** Longer ones are not looked at. */
const maxHeadLength = 4096

/**
 * Answers the requests of a connection that are plain POSTs and come one at a time, each in one piece, as those of
 * all libraries do. With the first request that is anything else, node:http gets the connection. Answers are the same,
 * byte for byte.
 *
 * It stays for a figure. A bare node:http server of ten lines takes 126 us of CPU time for each of the first 1,350
 * small POSTs on Node 24 and 176 us on 22; this one takes 79 and 96 with all that makes the answer. With node:http
 * alone 50 tests over HTTP took 1.23 and 1.41 times the CPU time, and a warm `eth_blockNumber` 2.2 to 3 times.
 */
export function servePlainPosts(socket: Socket, door: Door): void {
  const { settings, answering, heads } = door
  const read = (head: string) => readHead(head, settings)
  let state: 'new' | 'idle' | 'answering' | 'sending' = 'new'
  /** Where the last body began: most heads of a connection are as long. */
  let bodyStart = 0
  /** Whether something has come before its turn. */
  let isEarly = false
  let hasEnded = false
  /** Bytes of the answer that is being sent. */
  let unread = 0
  const reader = { hurry: () => void socket.setTimeout(hurryMs) }

  function take(chunk: Buffer): void {
    const isBusy = state === 'answering' || state === 'sending'
    const posts = isBusy ? undefined : postsOf(chunk)
    if (posts !== undefined) {
      answer(posts, chunk)
      return
    }
    if (isBusy) {
      isEarly = true
      socket.off('data', take).pause()
    } else leave()
    socket.unshift(chunk)
  }

  function postsOf(chunk: Buffer): PlainPosts | undefined {
    if (!endsHead(chunk, bodyStart)) bodyStart = chunk.indexOf(endOfHead) + endOfHead.length
    // Without an end the head is too short to be plain.
    if (bodyStart > maxHeadLength) return undefined
    const posts = heads.get(latin1Part(chunk, 0, bodyStart), read)
    return chunk.length === bodyStart + (posts?.bodyLength ?? 0) ? posts : undefined
  }

  function answer({ enter }: PlainPosts, chunk: Buffer): void {
    state = 'answering'
    answering.add(socket)
    const room = settings.answers.room()
    const answered = () => answerAt(enter, chunk.subarray(bodyStart))
    ;(room === undefined ? answered() : room.then(answered)).then(send, fail)
  }

  function send(answer: Answer): void {
    if (socket.destroyed) return
    state = 'sending'
    // An answer in pieces makes one text of them when it is asked for its text.
    const { pieces } = answer
    if (pieces !== undefined) {
      keep(pieces.length)
      sendPieces([Buffer.from(headOf(answer, pieces.length, settings)), ...pieces])
    } else if (socket.write(...encode(answer, settings))) {
      onSent()
    } else {
      keep(answer.text?.length ?? 0)
      socket.once('drain', onSent)
    }
  }

  /** Counts the answer as unread until it is sent. */
  function keep(bytes: number): void {
    socket.setTimeout(settings.bodyTimeoutMs)
    unread = bytes
    settings.answers.add(reader, bytes)
  }

  function letGo(): void {
    if (unread > 0) settings.answers.remove(reader, unread)
    unread = 0
  }

  /** Sends the pieces from `first` on, some at once, and the next when the client has read them. */
  function sendPieces(pieces: readonly Uint8Array[], first = 0): void {
    let bytes = 0
    let end = first
    let goesOn = true
    socket.cork()
    for (; end < pieces.length && bytes < sentAtOnce; end++) {
      const piece = pieces[end] as Uint8Array
      goesOn = socket.write(piece)
      bytes += piece.length
    }
    socket.uncork()
    const next = () => (end < pieces.length ? sendPieces(pieces, end) : onSent())
    if (goesOn) next()
    else socket.once('drain', next)
  }

  function onSent(): void {
    answering.delete(socket)
    letGo()
    state = 'idle'
    if (socket.timeout !== settings.idleTimeoutMs) socket.setTimeout(settings.idleTimeoutMs)
    if (door.isClosing()) socket.destroySoon()
    else if (hasEnded) socket.end()
    else if (isEarly) {
      leave()
      socket.resume()
    }
  }

  function fail(error: unknown): void {
    socket.destroy()
    if (!(error instanceof Disconnected)) settings.onInternalError(error)
  }

  function onEnd(): void {
    hasEnded = true
    if (state === 'new' || state === 'idle') socket.end()
  }

  function onTimeout(): void {
    if (state === 'answering') return
    if (state === 'new') endWith(socket, 408, headersTooLate(settings))
    else if (state === 'idle') endWith(socket, 408, idleTooLong(settings))
    else socket.destroy()
  }

  function onClose(): void {
    answering.delete(socket)
    letGo()
  }

  /** The connection is node:http's from now on. */
  function leave(): void {
    socket.off('data', take).off('end', onEnd).off('timeout', onTimeout).off('close', onClose)
    socket.setTimeout(0)
    door.handOver(socket)
  }

  socket.on('data', take).on('end', onEnd).on('timeout', onTimeout).on('close', onClose)
  socket.setTimeout(settings.headersTimeoutMs)
}

/** Whether a head may end in front of `at`. */
function endsHead(chunk: Buffer, at: number): boolean {
  return chunk[at - 1] === 10 && chunk[at - 2] === 13 && chunk[at - 3] === 10
}

/** Parses the head with which a request begins, if it is plain and its path has methods. */
function readHead(text: string, settings: Settings): PlainPosts | undefined {
  const head = readPlainHead(text)
  const { maxBodyBytes, route } = settings
  if (head === undefined || !isAllowedHost(head.host, settings)) return undefined
  if (head.bodyLength > maxBodyBytes) return undefined
  const place = route(pathOf(head.target))
  if (place?.kind !== 'methods') return undefined
  return { bodyLength: head.bodyLength, enter: place.enter }
}

/** The answer as node:http writes it. */
function encode(answer: Answer, settings: Settings): [string, 'latin1' | 'utf8'] {
  const { text = '' } = answer
  const length = Buffer.byteLength(text)
  // Without characters of several bytes, Latin-1 is the same and written faster.
  return [headOf(answer, length, settings) + text, length === text.length ? 'latin1' : 'utf8']
}

/** Returns the head of an answer with a body of `length` bytes. */
function headOf({ status }: Answer, length: number, settings: Settings): string {
  const { allowOrigin, idleTimeoutMs } = settings
  const anyOrigin = allowOrigin === undefined || allowOrigin.includes('*')
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
    (anyOrigin ? 'access-control-allow-origin: *\r\n' : 'vary: Origin\r\n') +
    (length === 0 ? '' : 'content-type: application/json\r\n') +
    `content-length: ${length}\r\nDate: ${httpDate()}\r\n` +
    `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(idleTimeoutMs / 1000)}\r\n\r\n`
  )
}
