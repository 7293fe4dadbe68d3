import { yieldToEventLoop } from '../clock/eventLoop.ts'
import type { Connection } from './connection.ts'
import { Disconnected } from './disconnected.ts'
import { createDispatch, type DispatchOptions } from './dispatch.ts'
import {
  encodeError,
  encodeResult,
  type RequestId,
  readArguments,
  readRequest,
} from './envelope.ts'
import type { ForeignPage } from './foreignPage.ts'
import { overJsonBounds } from './jsonBounds.ts'
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
}

/**
 * Answers one message: a request or a batch, as text or as UTF-8. Rejects only with a
 * `Disconnected`: the door is to cut the connection. `page`: where the message comes from, if it is
 * one that may not call everything.
 */
export type Handle = (
  body: Uint8Array | string,
  connection?: Connection | undefined,
  page?: ForeignPage | undefined,
) => Promise<Answer>

/** What a message comes with. */
type Asker = [connection?: Connection | undefined, page?: ForeignPage | undefined]

export interface HandleOptions extends DispatchOptions {
  /** Gets what a method threw by mistake; the client gets "internal error". */
  readonly onInternalError: (error: unknown, method: string) => void
  /** @default 1000 */
  readonly maxBatchItems?: number | undefined
  /** Length of all answers to one message, in characters. @default 100,000,000 */
  readonly maxAnswerLength?: number | undefined
  /** @default 512 */
  readonly maxJsonDepth?: number | undefined
  /** Elements and members of one message. @default 2,000,000 */
  readonly maxJsonValues?: number | undefined
}

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

/** The desk of one endpoint: bytes in, answers out, JSON-RPC 2.0 to the letter. */
export function createHandle(options: HandleOptions): Handle {
  const { onInternalError, maxBatchItems = 1000, maxAnswerLength = 100_000_000 } = options
  const bounds = {
    maxDepth: options.maxJsonDepth ?? 512,
    maxValues: options.maxJsonValues ?? 2_000_000,
  }
  const dispatch = createDispatch(options)

  function refusal(error: RpcError): Answer {
    return { status: 200, text: encodeError(null, error) }
  }

  function parse(body: Uint8Array | string): unknown {
    const text = typeof body === 'string' ? body : decodeUtf8(body)
    const problem = overJsonBounds(text, bounds)
    if (problem !== undefined) throw invalidRequest(`invalid request: ${problem}`)
    return parseJson(text)
  }

  function encodeFailure(id: RequestId, thrown: unknown, method: string): Answer {
    const report = (error: unknown) => onInternalError(error, method)
    const error = toRpcError(thrown, report)
    const status = error instanceof ForbiddenMethodError ? 403 : 200
    try {
      return { status, text: encodeError(id, error) }
    } catch (unwritable) {
      return { status, text: encodeError(id, toRpcError(unwritable, report)) }
    }
  }

  function encodeWithin(room: number, id: RequestId, result: unknown): string {
    let text: string
    try {
      text = encodeResult(id, result)
    } catch (error) {
      // What V8 says to a string of more than 2^29 characters.
      const beyondV8 = error instanceof RangeError && error.message === 'Invalid string length'
      throw beyondV8 ? responseTooLarge(maxAnswerLength) : error
    }
    if (text.length > room) throw responseTooLarge(maxAnswerLength)
    return text
  }

  /** `room` is how long the answer may be, in characters. */
  async function answerOne(value: unknown, room: number, ...asker: Asker): Promise<Answer> {
    const request = readRequest(value)
    if ('error' in request) return { status: 200, text: encodeError(request.id, request.error) }
    const { id, method, params } = request
    try {
      if (room <= 0) throw responseTooLarge(maxAnswerLength)
      const result = await dispatch(method, readArguments(params), ...asker)
      if (id === undefined) return noAnswer
      return { status: 200, text: encodeWithin(room, id, result) }
    } catch (thrown) {
      if (thrown instanceof Disconnected) throw thrown
      const answer = encodeFailure(id ?? null, thrown, method)
      if (id !== undefined) return answer
      return answer.status === 200 ? noAnswer : { status: answer.status, text: undefined }
    }
  }

  async function answerBatch(values: readonly unknown[], ...asker: Asker): Promise<Answer> {
    if (values.length === 0) return refusal(invalidRequest('empty batch'))
    if (values.length > maxBatchItems) {
      const problem = `batch too large: ${values.length} requests, the limit is ${maxBatchItems}`
      return refusal(invalidRequest(problem))
    }
    const texts: string[] = []
    let length = 0
    for (const [index, value] of values.entries()) {
      if (index > 0) await yieldToEventLoop()
      const { text } = await answerOne(value, maxAnswerLength - length, ...asker)
      if (text === undefined) continue
      texts.push(text)
      length += text.length
    }
    return texts.length === 0 ? noAnswer : { status: 200, text: `[${texts.join(',')}]` }
  }

  return async (body, ...asker) => {
    let message: unknown
    try {
      message = parse(body)
    } catch (thrown) {
      return encodeFailure(null, thrown, '')
    }
    if (Array.isArray(message)) return answerBatch(message, ...asker)
    return answerOne(message, maxAnswerLength, ...asker)
  }
}
