import { bytesOfHex, bytesToHex, type Hex } from '../../../lib/hex.ts'
import type { Json, JsonObject } from '../../../types/values.ts'
import { InvalidAnswer } from '../forkErrors.ts'

/** Where an answer is from and what it answers, for the error when it cannot be. */
export interface Asked {
  readonly upstream: string
  /** The subject of messages, such as `eth_getBalance of 0x…`. */
  readonly what: string
}

const maxShown = 80

/** A quantity; zeros in front are taken too. Throws an `InvalidAnswer`. */
export function readQuantity(value: Json | undefined, bits: number, asked: Asked): bigint {
  const isHex = typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
  const number = isHex ? BigInt(value) : undefined
  if (number === undefined || number >= 1n << BigInt(bits)) {
    throw invalid(asked, `${shown(value)} is not a number of ${bits} bits`)
  }
  return number
}

/** Bytes in hex. Throws an `InvalidAnswer`. */
export function readBytes(value: Json | undefined, asked: Asked): Uint8Array {
  const bytes = typeof value === 'string' ? bytesOfHex(value) : undefined
  if (bytes === undefined) throw invalid(asked, `${shown(value)} is not hex bytes`)
  return bytes
}

/** 32 bytes, in lower case. Throws an `InvalidAnswer`. */
export function readHash(value: Json | undefined, asked: Asked): Hex {
  const bytes = readBytes(value, asked)
  if (bytes.length !== 32) throw invalid(asked, `${shown(value)} is not 32 bytes`)
  return bytesToHex(bytes)
}

/** An object. Throws an `InvalidAnswer`. */
export function readObject(value: Json | undefined, asked: Asked): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(asked, `${shown(value)} is not an object`)
  }
  return value as JsonObject
}

/** A list. Throws an `InvalidAnswer`. */
export function readList(value: Json | undefined, asked: Asked): readonly Json[] {
  if (!Array.isArray(value)) throw invalid(asked, `${shown(value)} is not a list`)
  return value
}

export function invalid({ upstream, what }: Asked, problem: string): InvalidAnswer {
  return new InvalidAnswer(upstream, what, problem)
}

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

/**
 * Checks what this process reads of an answer that is passed on as it came: all other fields are the
 * client's to read. Throws an `InvalidAnswer`.
 */
export function checkAnswer(method: string, answer: Json, asked: Asked): void {
  shapes[method]?.(answer, asked)
}

type Shape = (answer: Json | undefined, asked: Asked) => void

const number: Shape = (answer, asked) => readQuantity(answer, 64, asked)
const list: Shape = (answer, asked) => readList(answer, asked)
const block = objectOf({
  number,
  timestamp: number,
  hash: readHash,
  parentHash: readHash,
  stateRoot: readHash,
})
const placed = objectOf({ blockNumber: orNull(number) })
const page = objectOf({ txs: listOf(placed), receipts: listOf(placed) })

const shapes: Readonly<Record<string, Shape | undefined>> = {
  eth_getBlockByNumber: orNull(block),
  eth_getBlockByHash: orNull(block),
  eth_getTransactionByHash: orNull(placed),
  eth_getTransactionReceipt: orNull(placed),
  eth_getCode: readBytes,
  eth_getLogs: list,
  trace_filter: list,
  eth_feeHistory: objectOf({ oldestBlock: number }),
  ots_searchTransactionsBefore: page,
  ots_searchTransactionsAfter: page,
}

function orNull(shape: Shape): Shape {
  return (answer, asked) => {
    if (answer !== null) shape(answer, asked)
  }
}

function objectOf(fields: Readonly<Record<string, Shape>>): Shape {
  return (answer, asked) => {
    const object = readObject(answer, asked)
    for (const [name, shape] of Object.entries(fields)) {
      shape(object[name], { ...asked, what: `${asked.what}, of which ${name}` })
    }
  }
}

function listOf(shape: Shape): Shape {
  return (answer, asked) => {
    for (const item of readList(answer, asked)) shape(item, asked)
  }
}

/** The error of a JSON-RPC answer. */
export interface AnswerError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/**
 * What an error means: `rate`: later; `notThere`: perhaps in a moment, another node behind the same
 * address has it; `notArchive`: never here; `missing`: no such method; `tooLarge`: fewer at once;
 * `busy`: again; `answer`: that is the answer.
 */
export type AnswerKind =
  | 'rate'
  | 'notThere'
  | 'notArchive'
  | 'missing'
  | 'tooLarge'
  | 'busy'
  | 'answer'

const rateCodes = new Set([429, -32005, -32016, -32055])
const rateText =
  /rate.?limit|rate exceeded|too many requests|request limit|limit exceeded for|throttl/i
const archiveText =
  /missing trie node|state .*(?:is )?not available|state .*unavailable|historical state|pruned|archive|state at block .* is not|distance to target block exceeds/i
const notThereText =
  /header not found|unknown block|block not found|could not find block|header for hash not found/i
const batchText =
  /batch.*(?:too large|limit|size|exceed|too many)|too many .*batch|(?:too many|maximum).*calls/i
const busyText =
  /timed? ?out|try again|temporar|internal server error|overloaded|service unavailable/i
const limitOfAnswer = /range|results|response size|logs/i

/** What the error of an answer means, by code and words of the nodes and gateways that there are. */
export function classify({ code, message }: AnswerError): AnswerKind {
  if (
    code === -32601 ||
    /method .*(?:not found|does not exist|not supported|not available)/i.test(message)
  ) {
    return 'missing'
  }
  if (batchText.test(message)) return 'tooLarge'
  if (isRate(code, message)) return 'rate'
  if (code === 4444 || archiveText.test(message)) return 'notArchive'
  if (notThereText.test(message)) return 'notThere'
  if (code === -32603 && busyText.test(message)) return 'busy'
  return 'answer'
}

function isRate(code: number, message: string): boolean {
  // Some say with this code that an answer would be too long, which waiting does not change.
  if (code === -32005 && limitOfAnswer.test(message) && !rateText.test(message)) return false
  if (rateCodes.has(code) || rateText.test(message)) return true
  return (
    (code === -32012 && /credits/i.test(message)) || (code === -32007 && /limit/i.test(message))
  )
}

/** What became of one request of an exchange. */
export type Outcome = { readonly result: Json } | { readonly error: AnswerError } | 'lost'

/** What became of a batch: of each request by its id, or one error about all of it. */
export type Reading =
  | { readonly outcomes: ReadonlyMap<number, Outcome> }
  | { readonly whole: AnswerError }
  | 'noJsonRpc'

/** Reads the body of an answer to requests with these ids, in whatever order it has them. */
export function readReply(body: unknown, ids: readonly number[]): Reading {
  if (ids.length === 1 && !Array.isArray(body)) return readSingle(body, ids[0] as number)
  if (!Array.isArray(body)) {
    const error = errorOf(body)
    return error === undefined ? 'noJsonRpc' : { whole: error }
  }
  const items = new Map(body.map((item) => [Number(item?.id), item]))
  const outcomes = new Map(ids.map((id) => [id, outcomeOf(items.get(id))]))
  if ([...outcomes.values()].every((outcome) => outcome === 'lost')) {
    const whole = body.map(errorOf).find((error) => error !== undefined)
    if (whole !== undefined) return { whole }
  }
  return { outcomes }
}

/** A single answer with another id is of another request: ours is lost. */
function readSingle(body: unknown, id: number): Reading {
  const { id: found } = (body ?? {}) as { readonly id?: unknown }
  const outcome = outcomeOf(body)
  if (outcome === 'lost') return 'noJsonRpc'
  const isOurs = Number(found) === id || ('error' in outcome && (found ?? null) === null)
  return { outcomes: new Map([[id, isOurs ? outcome : 'lost']]) }
}

function outcomeOf(item: unknown): Outcome {
  const error = errorOf(item)
  if (error !== undefined) return { error }
  const { result } = (item ?? {}) as { readonly result?: Json }
  return result === undefined ? 'lost' : { result }
}

function errorOf(item: unknown): AnswerError | undefined {
  const { error } = (item ?? {}) as { readonly error?: unknown }
  if (error === undefined || error === null) return undefined
  if (typeof error === 'string') return { code: -32000, message: error }
  const { code, message, data } = error as Partial<AnswerError>
  return {
    code: typeof code === 'number' ? code : -32000,
    message: typeof message === 'string' ? message : JSON.stringify(error),
    data,
  }
}

/** The answer is that there were too many requests. */
export function isRateLimit(outcome: Outcome): boolean {
  return outcome !== 'lost' && 'error' in outcome && classify(outcome.error) === 'rate'
}
