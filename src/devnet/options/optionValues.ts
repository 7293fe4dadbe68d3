import { bytesOfHex } from '../../lib/hex.ts'
import { suggest } from '../../lib/text.ts'
import { parseDuration, parseWei } from '../../lib/units.ts'
import type { ForkOptions } from '../../types/options/forkOptions.ts'
import type { DevnetOptions } from '../../types/options/options.ts'

/** Amounts of ether stay below it. */
const maxWei = 2n ** 240n
/** Timers of JavaScript hold 31 bits of milliseconds. */
const maxMs = 2 ** 31 - 1
/** What the user calls an option. */
type NameOf = (option: string) => string

/** What to give, in words; of other options in the words of the user. */
type Wanted = string | ((nameOf: NameOf) => string)

/** An option has a value it cannot have. */
export class InvalidOption extends Error {
  override readonly name = 'InvalidOption'
  readonly code = -32602
  /** The name of the option, such as `blockTime`. */
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

/** Wei of a balance; `bare` is the unit of a number without one. */
export function balance(option: string, value: unknown, bare: 'wei' | 'ether' = 'ether'): bigint {
  const amount = parseWei(value, bare)
  if (amount === undefined || amount < 0n) {
    throw new InvalidOption(option, value, "give an amount with its unit, such as '100 ether'")
  }
  // Accounts must be able to receive from each other without passing 2^256.
  if (amount >= maxWei) {
    throw new InvalidOption(option, value, 'give less than 2^240 wei')
  }
  return amount
}

/** Wei per gas of a price. */
export function wei(option: string, value: unknown): bigint {
  const price = parseWei(value)
  if (price !== undefined && price >= 0n && price < 2n ** 256n) return price
  throw new InvalidOption(option, value, "give wei, or an amount with its unit, such as '5 gwei'")
}

/** Milliseconds of a time; a number without a unit counts in `bare`. */
export function duration(option: string, value: unknown, bare: 'ms' | 's' = 'ms'): number {
  const ms = parseDuration(value, bare)
  if (ms === undefined || ms < 1 || ms > maxMs) {
    const advice = 'give a time with its unit, such as 500ms or 2s, of at least 1 ms'
    throw new InvalidOption(option, value, advice)
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

/** The live chains of the option `fork`: of several networks one for each. Here, as pages need it before all else. */
export function forksIn(given: DevnetOptions['fork']): readonly (string | ForkOptions)[] {
  if (given === undefined) return []
  return isList(given) ? given : [given]
}

function isList(
  given: NonNullable<DevnetOptions['fork']>,
): given is readonly (string | ForkOptions)[] {
  return Array.isArray(given)
}
