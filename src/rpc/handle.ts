import { yieldToEventLoop } from '../clock/pace.ts'
import { defaultLimits, type Limits, limitWords } from '../lib/limits.ts'
import { Pieces } from '../lib/pieces.ts'
import { Answers } from './answers.ts'
import { type Connection, Disconnected, type WebPage } from './connection.ts'

import { createDispatch, type DispatchOptions } from './dispatch.ts'
import { encodeError, encodeResult, noId, readArguments, readRequest } from './envelope.ts'
import { idOfShort, type JsonBounds, JsonScan } from './jsonScan.ts'
import { parseInParts } from './jsonText.ts'
import { ForbiddenMethodError } from './profile.ts'
import {
  invalidRequest,
  parseError,
  type RpcError,
  responseTooLarge,
  toRpcError,
} from './rpcError.ts'

export interface Answer {
  /** HTTP status: 200 for errors of methods too, 204 when there is nothing to say. */
  readonly status: number
  /** `undefined` for notifications. */
  readonly text: string | undefined
  /** The text of a long answer, for who can send it so. */
  readonly pieces?: Pieces | undefined
}

/** An answer whose text is only made where it has to be one. */
class LongAnswer implements Answer {
  readonly status = 200
  readonly pieces: Pieces

  constructor(pieces: Pieces) {
    this.pieces = pieces
  }

  get text(): string {
    return String(this.pieces)
  }
}

/**
 * Answers one message: a request or a batch, as text or as UTF-8. Rejects only with a
 * `Disconnected`: the door is to cut the connection. `page`: where the message comes from.
 */
export type Handle = (
  body: Uint8Array | string,
  connection?: Connection | undefined,
  page?: WebPage | undefined,
) => Promise<Answer>

/** The id of a request as the client wrote it, where it has one. */
type WrittenId = string | undefined

/** What a message comes with. */
type Asker = [connection?: Connection | undefined, page?: WebPage | undefined]

export interface HandleOptions extends DispatchOptions {
  /** Gets what a method threw by mistake; the client gets "internal error". */
  readonly onInternalError: (error: unknown, method: string) => void
  /** What a message and its answers may have. @default those of docs/limits.md */
  readonly limits?: Partial<Limits> | undefined
}

interface Parsed {
  readonly message: unknown
  readonly ids: readonly WrittenId[]
}

/** Characters that are looked through at a stretch: a millisecond or two. */
const scannedAtOnce = 2 ** 20

/** Characters of the answers to a batch that any number of them may have at the same time. */
const shortBatch = 2 ** 20

const noAnswer: Answer = { status: 204, text: undefined }

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(body: Uint8Array): string {
  try {
    return utf8.decode(body)
  } catch {
    throw parseError('the body is not UTF-8')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw parseError((error as SyntaxError).message)
  }
}

/** What is wrong with a JSON that is over a bound, and the limit that it is. */
const beyond = {
  depth: { what: 'nested too deeply', limit: 'jsonDepth' },
  values: { what: 'of too many values', limit: 'jsonValues' },
  members: { what: 'with an object of too many members', limit: 'jsonMembers' },
} as const

function tooMuchJson(bound: keyof JsonBounds, limits: Limits): RpcError {
  const { what, limit } = beyond[bound]
  return invalidRequest(`invalid request: JSON ${what}: ${limitWords(limit, limits[limit])}`)
}

/** The desk of one endpoint: bytes in, answers out, JSON-RPC 2.0 to the letter. */
export function createHandle(options: HandleOptions): Handle {
  const { onInternalError } = options
  const limits = { ...defaultLimits, ...options.limits }
  const { batchItems, answerCharacters } = limits
  const { jsonDepth: depth, jsonValues: values, jsonMembers: members } = limits
  const bounds = { depth, values, members }
  const { answers = new Answers(limits) } = options
  const dispatch = createDispatch({ ...options, answers })

  function refusal(error: RpcError): Answer {
    return { status: 200, text: encodeError(noId, error) }
  }

  /** The value, and the ids of its requests as they are written, by their places. */
  function parse(body: Uint8Array | string): Parsed | Promise<Parsed> {
    const text = typeof body === 'string' ? body : decodeUtf8(body)
    const short = idOfShort(text, bounds)
    return short === undefined ? parseScanned(text) : { message: parseJson(text), ids: [short.id] }
  }

  async function parseScanned(text: string): Promise<Parsed> {
    const scan = new JsonScan(text, bounds)
    for (;;) {
      const over = scan.run(scannedAtOnce)
      if (over !== undefined) throw tooMuchJson(over, limits)
      if (scan.isDone) break
      await yieldToEventLoop()
    }
    const { long, ids } = scan
    if (long === undefined) return { message: parseJson(text), ids }
    try {
      return { message: await parseInParts(text, long, yieldToEventLoop), ids }
    } catch (error) {
      throw parseError((error as SyntaxError).message)
    }
  }

  function encodeFailure(id: string, thrown: unknown, method: string): Answer {
    const report = (error: unknown) => onInternalError(error, method)
    const error = toRpcError(thrown, report)
    const status = error instanceof ForbiddenMethodError ? 403 : 200
    try {
      return { status, text: encodeError(id, error) }
    } catch (unwritable) {
      return { status, text: encodeError(id, toRpcError(unwritable, report)) }
    }
  }

  function encodeWithin(room: number, id: string, result: unknown): Answer {
    let json: string | Pieces
    try {
      json = encodeResult(id, result)
    } catch (error) {
      // What V8 says to a string of more than 2^29 characters.
      const beyondV8 = error instanceof RangeError && error.message === 'Invalid string length'
      throw beyondV8 ? responseTooLarge(answerCharacters) : error
    }
    if (json.length > room) throw responseTooLarge(answerCharacters)
    return typeof json === 'string' ? { status: 200, text: json } : new LongAnswer(json)
  }

  /** `room` is how long the answer may be, in characters. */
  async function answerOne(
    value: unknown,
    writtenId: WrittenId,
    room: number,
    ...asker: Asker
  ): Promise<Answer> {
    const request = readRequest(value, writtenId)
    if ('error' in request) return { status: 200, text: encodeError(request.id, request.error) }
    const { id, method, params } = request
    try {
      if (room <= 0) throw responseTooLarge(answerCharacters)
      const result = await dispatch(method, readArguments(params), ...asker)
      if (id === undefined) return noAnswer
      return encodeWithin(room, id, result)
    } catch (thrown) {
      if (thrown instanceof Disconnected) throw thrown
      const answer = encodeFailure(id ?? noId, thrown, method)
      if (id !== undefined) return answer
      return answer.status === 200 ? noAnswer : { status: answer.status, text: undefined }
    }
  }

  async function answerBatch(
    values: readonly unknown[],
    ids: readonly WrittenId[],
    ...asker: Asker
  ): Promise<Answer> {
    if (values.length === 0) return refusal(invalidRequest('empty batch'))
    if (values.length > batchItems) {
      const words = limitWords('batchItems', batchItems)
      const problem = `batch too large: ${values.length} requests, ${words}`
      return refusal(invalidRequest(problem))
    }
    const parts: (string | Pieces)[] = []
    let length = 0
    let endTurn: (() => void) | undefined
    try {
      for (const [index, value] of values.entries()) {
        if (index > 0) await yieldToEventLoop()
        const answer = await answerOne(value, ids[index], answerCharacters - length, ...asker)
        const part = answer.pieces ?? answer.text
        if (part === undefined) continue
        parts.push(part)
        length += part.length
        if (length > shortBatch) endTurn ??= await answers.longBatch()
      }
      return joined(parts)
    } finally {
      endTurn?.()
    }
  }

  function joined(parts: readonly (string | Pieces)[]): Answer {
    if (parts.length === 0) return noAnswer
    if (!parts.some((part) => part instanceof Pieces)) {
      return { status: 200, text: `[${parts.join(',')}]` }
    }
    const all = new Pieces()
    for (const [index, part] of parts.entries()) all.add(index === 0 ? '[' : ',').add(part)
    return new LongAnswer(all.add(']'))
  }

  return async (body, ...asker) => {
    let parsed: Parsed
    try {
      const parsing = parse(body)
      parsed = parsing instanceof Promise ? await parsing : parsing
    } catch (thrown) {
      return encodeFailure(noId, thrown, '')
    }
    const { message, ids } = parsed
    if (Array.isArray(message)) return answerBatch(message, ids, ...asker)
    return answerOne(message, ids[0], answerCharacters, ...asker)
  }
}
