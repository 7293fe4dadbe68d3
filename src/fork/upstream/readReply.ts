import type { Json } from '../../types/json.ts'
import { type AnswerError, classify } from './classify.ts'

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
