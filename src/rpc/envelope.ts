import { Pieces } from '../lib/pieces.ts'
import { RawJson } from './jsonText.ts'
import { invalidParams, invalidRequest, type RpcError } from './rpcError.ts'

/** What a client names its request by: JSON as it is written, which is echoed. */
type RequestId = string

/** The id of an answer to what has none. */
export const noId: RequestId = 'null'

interface Request {
  /** `undefined` for a notification, which is not answered. */
  readonly id: RequestId | undefined
  readonly method: string
  /** The parameters as sent: see `readArguments`. */
  readonly params: unknown
}

/** Something that is no request, and what to answer. */
interface Refused {
  readonly id: RequestId
  readonly error: RpcError
}

/** The answer to a message. */
export interface Answer {
  /** HTTP status: 200 for errors of methods too, 204 when there is nothing to say. */
  readonly status: number
  /** `undefined` for notifications. */
  readonly text: string | undefined
  /** The text of a long answer, for transports that can send it in pieces. */
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

/** The answer to notifications. */
export const noAnswer: Answer = { status: 204, text: undefined }

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isRequestId(value: unknown): value is string | number | null {
  return typeof value === 'string' || typeof value === 'number' || value === null
}

/**
 * A request out of parsed JSON; members that JSON-RPC does not know are ignored. `writtenId` is its
 * id as it is written: parsing loses digits of large numbers, and what is `1.0`.
 */
export function readRequest(value: unknown, writtenId?: string): Request | Refused {
  if (!isObject(value)) {
    return { id: noId, error: invalidRequest('invalid request: not an object') }
  }
  const { jsonrpc, id: given, method, params } = value
  if (given !== undefined && !isRequestId(given)) {
    const error = invalidRequest('invalid request: id must be a string, a number or null')
    return { id: noId, error }
  }
  const id = given === undefined ? undefined : (writtenId ?? JSON.stringify(given))
  if (jsonrpc !== '2.0') {
    return { id: id ?? noId, error: invalidRequest('invalid request: jsonrpc must be "2.0"') }
  }
  if (typeof method !== 'string') {
    return { id: id ?? noId, error: invalidRequest('invalid request: method must be a string') }
  }
  return { id, method, params }
}

/** Positional parameters; absent ones and `null` are none. Throws -32602 for others, as geth does. */
export function readArguments(params: unknown): readonly unknown[] {
  if (params === undefined || params === null) return []
  if (!Array.isArray(params)) throw invalidParams('non-array args')
  return params
}

/** The JSON of a result. Throws for what JSON cannot say, such as a bigint. */
export function encodeResult(id: RequestId, result: unknown): string | Pieces {
  const json = result instanceof RawJson ? result.json : JSON.stringify(result ?? null)
  const head = `{"jsonrpc":"2.0","id":${id},"result":`
  return typeof json === 'string' ? `${head}${json}}` : new Pieces().add(head).add(json).add('}')
}

/** What errors of contracts that are known have beside code, message and data. */
interface ExplainedError {
  readonly solidityError?: string | undefined
  readonly solidityStack?: string | undefined
}

/** The text of an error. Throws for `data` that JSON cannot say. */
export function encodeError(id: RequestId, failure: RpcError): string {
  const { code, message, data } = failure
  const { solidityError, solidityStack } = failure as RpcError & ExplainedError
  const error = JSON.stringify({ code, message, data, solidityError, solidityStack })
  return `{"jsonrpc":"2.0","id":${id},"error":${error}}`
}

/** Returns the answer with this JSON. */
export function answerOf(json: string | Pieces): Answer {
  return typeof json === 'string' ? { status: 200, text: json } : new LongAnswer(json)
}

/** Returns the answer to a batch whose requests have these answers. */
export function joinAnswers(parts: readonly (string | Pieces)[]): Answer {
  if (parts.length === 0) return noAnswer
  if (!parts.some((part) => part instanceof Pieces)) return answerOf(`[${parts.join(',')}]`)
  const all = new Pieces()
  for (const [index, part] of parts.entries()) all.add(index === 0 ? '[' : ',').add(part)
  return answerOf(all.add(']'))
}
