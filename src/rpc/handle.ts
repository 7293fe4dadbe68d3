import { createPace } from '../clock/pace.ts'
import { defaultLimits, type Limits, limitWords } from '../lib/limits.ts'
import type { Pieces } from '../lib/pieces.ts'
import { Answers } from './answers.ts'
import { type Connection, Disconnected, type WebPage } from './connection.ts'
import { createDispatch, type DispatchOptions } from './dispatch.ts'
import {
  type Answer,
  answerOf,
  encodeError,
  encodeResult,
  joinAnswers,
  noAnswer,
  noId,
  readArguments,
  readRequest,
} from './envelope.ts'
import { createParse, type Message, type WrittenId } from './parseMessage.ts'
import { ForbiddenMethodError } from './profile.ts'
import { invalidRequest, responseTooLarge, toRpcError } from './rpcError.ts'

/**
 * Answers one message: a request or a batch, as text or as UTF-8. Rejects only with a
 * `Disconnected`: then the transport is to cut the connection. `page`: where the message comes from.
 */
export type Handle = (
  body: Uint8Array | string,
  connection?: Connection | undefined,
  page?: WebPage | undefined,
) => Promise<Answer>

/** What a message comes with. */
type Asker = [connection?: Connection | undefined, page?: WebPage | undefined]

export interface HandleOptions extends DispatchOptions {
  /** Gets what a method threw by mistake; the client gets "internal error". */
  readonly onInternalError: (error: unknown, method: string) => void
  /** What a message and its answers may have. @default those of docs/limits.md */
  readonly limits?: Partial<Limits> | undefined
}

/** Characters of the answers to a batch that any number of them may have at the same time. */
const shortBatch = 2 ** 20

/**
 * Creates the JSON-RPC 2.0 server of one endpoint: bytes in, answers out. A message is parsed, each of its requests is
 * read, dispatched and encoded, and the answers of a batch are joined.
 */
export function createHandle(options: HandleOptions): Handle {
  const { onInternalError } = options
  const limits = { ...defaultLimits, ...options.limits }
  const { batchItems, answerCharacters } = limits
  const { answers = new Answers(limits) } = options
  const parse = createParse(limits)
  const dispatch = createDispatch({ ...options, answers })

  async function handle(body: Uint8Array | string, ...asker: Asker): Promise<Answer> {
    let message: Message
    try {
      const parsing = parse(body)
      message = parsing instanceof Promise ? await parsing : parsing
    } catch (thrown) {
      return answerFailure(noId, thrown, '')
    }
    const { value, ids } = message
    if (Array.isArray(value)) return answerBatch(value, ids, ...asker)
    return answerOne(value, ids[0], answerCharacters, ...asker)
  }

  async function answerBatch(
    values: readonly unknown[],
    ids: readonly WrittenId[],
    ...asker: Asker
  ): Promise<Answer> {
    if (values.length === 0) return answerFailure(noId, invalidRequest('empty batch'), '')
    if (values.length > batchItems) {
      const words = limitWords('batchItems', batchItems)
      const problem = `batch too large: ${values.length} requests, ${words}`
      return answerFailure(noId, invalidRequest(problem), '')
    }
    const parts: (string | Pieces)[] = []
    let length = 0
    let endTurn: (() => void) | undefined
    const yieldIfDue = createPace(options.devnet.clock)
    try {
      for (const [index, value] of values.entries()) {
        const turn = index > 0 ? yieldIfDue() : undefined
        if (turn !== undefined) await turn
        const answer = await answerOne(value, ids[index], answerCharacters - length, ...asker)
        const part = answer.pieces ?? answer.text
        if (part === undefined) continue
        parts.push(part)
        length += part.length
        if (length > shortBatch) endTurn ??= await answers.longBatch()
      }
      return joinAnswers(parts)
    } finally {
      endTurn?.()
    }
  }

  /** Answers one request. `room` is how long the answer may be, in characters. */
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
      return id === undefined ? noAnswer : answerResult(id, result, room)
    } catch (thrown) {
      if (thrown instanceof Disconnected) throw thrown
      const answer = answerFailure(id ?? noId, thrown, method)
      if (id !== undefined) return answer
      return answer.status === 200 ? noAnswer : { status: answer.status, text: undefined }
    }
  }

  function answerResult(id: string, result: unknown, room: number): Answer {
    let json: string | Pieces
    try {
      json = encodeResult(id, result)
    } catch (error) {
      // What V8 says to a string of more than 2^29 characters.
      const beyondV8 = error instanceof RangeError && error.message === 'Invalid string length'
      throw beyondV8 ? responseTooLarge(answerCharacters) : error
    }
    if (json.length > room) throw responseTooLarge(answerCharacters)
    return answerOf(json)
  }

  function answerFailure(id: string, thrown: unknown, method: string): Answer {
    const report = (error: unknown) => onInternalError(error, method)
    const error = toRpcError(thrown, report)
    const status = error instanceof ForbiddenMethodError ? 403 : 200
    try {
      return { status, text: encodeError(id, error) }
    } catch (unwritable) {
      return { status, text: encodeError(id, toRpcError(unwritable, report)) }
    }
  }

  return handle
}
