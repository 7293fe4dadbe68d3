import { compare, type Difference, isObject } from './compare.ts'
import type { ResultCheck } from './openRpc.ts'

/** Longest text of a value in a difference. */
const shownLength = 160

/**
 * What is wrong with an answer whose recorded one must be met exactly; nothing when it passes.
 * The words of an error are free where both have one.
 */
export function judgeExact(recorded: unknown, answer: unknown): readonly string[] {
  const bothFail = errorOf(recorded) !== undefined && errorOf(answer) !== undefined
  return (
    bothFail ? compare(withoutMessage(recorded), withoutMessage(answer)) : compare(recorded, answer)
  ).map(describe)
}

/**
 * What is wrong with an answer of which only the form counts: where an error was recorded it must be one,
 * else its result must fit the method's schema.
 */
export function judgeForm(
  method: string,
  recorded: unknown,
  answer: unknown,
  check: ResultCheck,
): readonly string[] {
  const error = errorOf(answer)
  if (errorOf(recorded) !== undefined) {
    if (error === undefined) return ['error: expected one, got none']
    const { code, message } = error
    return Number.isInteger(code) && typeof message === 'string'
      ? []
      : [`error: expected a code and a message, got ${JSON.stringify(error)}`]
  }
  if (error !== undefined) return [`error: expected none, got ${JSON.stringify(error)}`]
  if (!isObject(answer) || !Object.hasOwn(answer, 'result')) {
    return [`expected a result, got ${JSON.stringify(answer)}`]
  }
  return check(method, answer.result)
}

function errorOf(response: unknown): Readonly<Record<string, unknown>> | undefined {
  return isObject(response) && isObject(response.error) ? response.error : undefined
}

function withoutMessage(response: unknown): unknown {
  if (!isObject(response) || !isObject(response.error)) return response
  const { message: _message, ...error } = response.error
  return { ...response, error }
}

function describe({ path, expected, got }: Difference): string {
  const from =
    typeof expected === 'string' && typeof got === 'string' ? firstDifference(expected, got) : 0
  const where = from > 0 ? ` (from character ${from} on)` : ''
  return `${path === '' ? 'answer' : path}: expected ${show(expected, from)}, got ${show(got, from)}${where}`
}

/** Where two long texts part, less a few characters to recognize the place; 0 for short ones. */
function firstDifference(expected: string, got: string): number {
  if (Math.max(expected.length, got.length) <= shownLength) return 0
  const at = [...expected].findIndex((character, index) => got[index] !== character)
  return Math.max(0, (at < 0 ? expected.length : at) - 8)
}

function show(value: unknown, from: number): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(typeof value === 'string' ? value.slice(from) : value)
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`
}
