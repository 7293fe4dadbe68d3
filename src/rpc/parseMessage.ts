import { yieldToEventLoop } from '../clock/pace.ts'
import { type Limits, limitWords } from '../lib/limits.ts'
import { idOfShort, type JsonBounds, JsonScan } from './jsonScan.ts'
import { parseInParts } from './jsonText.ts'
import { invalidRequest, parseError, type RpcError } from './rpcError.ts'

/** The id of a request as the client wrote it, where it has one. */
export type WrittenId = string | undefined

/** A message as parsed JSON. */
export interface Message {
  /** A request, or a batch of them. */
  readonly value: unknown
  /** The ids of its requests by their places. */
  readonly ids: readonly WrittenId[]
}

/** Characters that are scanned before other work gets its turn: a millisecond or two. */
const scannedAtOnce = 2 ** 20

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Creates a parser of messages, from text or UTF-8. A short text is parsed at once. Others are scanned first, in turns
 * with other work, and parsed in parts where they are long. It throws an `RpcError` for what is no JSON, and for JSON
 * that is over a limit.
 */
export function createParse(
  limits: Limits,
): (body: Uint8Array | string) => Message | Promise<Message> {
  const { jsonDepth: depth, jsonValues: values, jsonMembers: members } = limits
  const bounds = { depth, values, members }

  async function parseScanned(text: string): Promise<Message> {
    const scan = new JsonScan(text, bounds)
    for (;;) {
      const over = scan.run(scannedAtOnce)
      if (over !== undefined) throw tooMuchJson(over, limits)
      if (scan.isDone) break
      await yieldToEventLoop()
    }
    const { long, ids } = scan
    if (long === undefined) return { value: parseJson(text), ids }
    try {
      return { value: await parseInParts(text, long, yieldToEventLoop), ids }
    } catch (error) {
      throw parseError((error as SyntaxError).message)
    }
  }

  return (body) => {
    const text = typeof body === 'string' ? body : decodeUtf8(body)
    const short = idOfShort(text, bounds)
    return short === undefined ? parseScanned(text) : { value: parseJson(text), ids: [short.id] }
  }
}

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
