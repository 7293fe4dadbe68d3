import { bytesOfHex } from '../../lib/hex.ts'
import { suggest } from '../../lib/text.ts'

/**
 * Milliseconds of a duration; a bare number counts in `unit`.
 * `undefined` for what is no duration, negative or not finite.
 */
function durationMs(value: unknown, unit: 'ms' | 's'): number | undefined {
  const match = /^(\d+(?:\.\d+)?|\.\d+)(ms|s|m|h|d)?$/.exec(String(value).trim())
  if (match === null) return undefined
  const count = Number(match[1])
  if (!Number.isFinite(count)) return undefined
  return count * msOf[(match[2] ?? unit) as keyof typeof msOf]
}

/** Units of time, in ms. */
const msOf = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Amounts of ether stay below it. */
const maxWei = 2n ** 240n
/** Timers of JavaScript hold 31 bits of milliseconds. */
const maxMs = 2 ** 31 - 1
const weiPerEther = 10n ** 18n

/** What the user calls an option. */
type NameOf = (option: string) => string

/** What to give, in words; of other options in the words of the user. */
type Wanted = string | ((nameOf: NameOf) => string)

/** An option has a value it cannot have. */
export class InvalidOption extends Error {
  override readonly name = 'InvalidOption'
  readonly code = -32602
  readonly option: string
  /** What to give instead. */
  readonly wanted: string
  /** The message to a user who has other names for options, such as flags. */
  readonly inWordsOf: (nameOf: NameOf) => string

  constructor(option: string, value: unknown, wanted: Wanted) {
    const wantedIn = (nameOf: NameOf): string =>
      typeof wanted === 'string' ? wanted : wanted(nameOf)
    const inWordsOf = (nameOf: NameOf): string =>
      `invalid ${shownOption(nameOf(option), value)}: ${wantedIn(nameOf)}`
    super(inWordsOf((name) => name))
    this.option = option
    this.wanted = wantedIn((name) => name)
    this.inWordsOf = inWordsOf
  }
}

/** An option with its value, in a message. */
export function shownOption(name: string, value: unknown): string {
  return `${name} ${show(value)}`
}

/** A whole number in these bounds. */
export function integer(option: string, value: unknown, least: number, most: number): number {
  const number = typeof value === 'number' ? value : Number.NaN
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new InvalidOption(option, value, `give a whole number from ${least} to ${most}`)
  }
  return number
}

/** A whole number in these bounds, also written in decimal or hex digits. */
export function big(option: string, value: unknown, least: bigint, most: bigint): bigint {
  const text = typeof value === 'number' ? BigInt(Number.isInteger(value) ? value : -1) : value
  const isNumber = typeof text === 'bigint' || /^(0x[0-9a-f]+|\d+)$/i.test(String(text))
  const number = isNumber ? BigInt(text as bigint | string) : -1n
  if (number < least || number > most) {
    throw new InvalidOption(option, value, `give a whole number from ${least} to ${most}`)
  }
  return number
}

/** Wei of an amount of ether. */
export function ether(option: string, value: unknown): bigint {
  const match = /^(\d+)(?:\.(\d{1,18}))?$/.exec(String(value))
  if (match === null) throw new InvalidOption(option, value, 'give an amount of ether')
  const wei =
    BigInt(match[1] as string) * weiPerEther + BigInt((match[2] ?? '').padEnd(18, '0') || '0')
  // Accounts must be able to receive from each other without passing 2^256.
  if (wei >= maxWei) {
    throw new InvalidOption(option, value, 'give less than 2^240 wei')
  }
  return wei
}

/** Milliseconds of a duration whose bare numbers count in `unit`. */
export function duration(option: string, value: unknown, unit: 'ms' | 's'): number {
  const ms = durationMs(value, unit)
  if (ms === undefined || ms < 1 || ms > maxMs) {
    const [bare, other] = unit === 's' ? ['seconds', '500ms'] : ['milliseconds', '0.5s']
    throw new InvalidOption(
      option,
      value,
      `give ${bare}, or a time with its unit such as ${other}, of at least 1 ms`,
    )
  }
  return ms
}

/** Milliseconds since 1970 of a time. */
export function time(option: string, value: unknown): number {
  const isSeconds = typeof value === 'number' || /^\d+$/.test(shownText(value))
  const isDate = typeof value === 'string' || value instanceof Date
  const ms = isSeconds ? Number(value) * 1000 : new Date(isDate ? value : Number.NaN).getTime()
  if (!Number.isFinite(ms) || ms < 0 || ms > Number.MAX_SAFE_INTEGER) {
    throw new InvalidOption(option, value, 'give seconds since 1970 or a date')
  }
  return ms
}

/** One of a few words. */
export function oneOf<const Value extends string>(
  option: string,
  value: unknown,
  values: readonly Value[],
): Value {
  const found = values.find((candidate) => candidate === value)
  if (found !== undefined) return found
  const meant = values.length > fewWords ? suggest(shownText(value), values) : undefined
  const hint = meant === undefined ? '' : `did you mean ${meant}? `
  throw new InvalidOption(option, value, `${hint}give ${listed(values)}`)
}

/** Lists of up to this number of words need no suggestion. */
const fewWords = 7

/** An object with members, none of them given where it is `undefined`; with no others where `names` are given. */
export function members<Members extends object>(
  option: string,
  value: Members | undefined,
  names?: readonly (keyof Members & string)[],
): Partial<Members> {
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null) {
    throw new InvalidOption(option, value, 'give an object')
  }
  const unknown = names && Object.keys(value).find((name) => !names.includes(name as never))
  if (unknown === undefined) return value
  throw new InvalidOption(option, unknown, noSuchField(unknown, names ?? []))
}

/** Says which field was probably meant, or which there are. */
export function noSuchField(
  name: string,
  names: readonly string[],
  meant = suggest(name, names),
): string {
  return `there is no such field; ${meant ? `did you mean ${meant}?` : `give ${listed(names)}`}`
}

/** Returns bytes in hex, exactly `length` of them if given. */
export function hexOption(option: string, value: unknown, length?: number): Uint8Array {
  const bytes = typeof value === 'string' ? bytesOfHex(value) : undefined
  if (bytes !== undefined && (length === undefined || bytes.length === length)) return bytes
  const count = length === undefined ? '' : `${length} `
  throw new InvalidOption(option, value, `give ${count}bytes as 0x and hex digits`)
}

export function flag(option: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new InvalidOption(option, value, 'give true or false')
  return value
}

/** Words as a sentence has them: `a, b or c`. */
export function listed(values: readonly string[]): string {
  if (values.length === 1) return values.join()
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}

/** Characters of a text, and items of a list, that a message has. */
const maxShown = 100

/** A value as errors name it. */
export function show(value: unknown): string {
  if (value instanceof Uint8Array) return `of ${value.length} bytes`
  if (Array.isArray(value) && value.length > maxShown) return `of ${value.length} items`
  const text = typeof value === 'string' ? `'${value}'` : shownText(value)
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

/** Returns a value as text, objects as JSON. Some have no text, such as one without a prototype that holds itself. */
export function shownText(value: unknown): string {
  try {
    const isPlain = typeof value === 'object' && `${value}`.includes('[object Object]')
    return isPlain ? JSON.stringify(value, bigintAsText) : String(value)
  } catch {
    return typeof value
  }
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
