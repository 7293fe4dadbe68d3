/**
 * A length of time: with a unit, such as `'200ms'`, `'2s'`, `'0.5s'`, `'5m'`, `'1h'` or `'7d'`, or a number of
 * milliseconds. Some options read a number as seconds, and warn of it; see docs/options.md.
 */
export type Duration = number | `${number}${'' | ' '}${'ms' | 's' | 'm' | 'min' | 'h' | 'd'}`

/** Units of time, in milliseconds. */
const timeUnits: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['min', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** The pattern of a time, with its unit or without. */
export const durationPattern: string = `^(\\d+(?:\\.\\d+)?|\\.\\d+)\\s*(${[...timeUnits.keys()].join('|')})?$`

const duration = new RegExp(durationPattern)

/** Returns the milliseconds of a time; `bare` is the unit of a number without one. `undefined` for what is no time. */
export function parseDuration(value: unknown, bare: 'ms' | 's' = 'ms'): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const [, count, unit = bare] = duration.exec(String(value).trim()) ?? []
  const ms = Number(count) * (timeUnits.get(unit) ?? Number.NaN)
  return Number.isFinite(ms) ? ms : undefined
}

/** The longest time between two blocks, in seconds. */
const maxInterval = 2 ** 32 - 1

/** Returns the whole seconds of a time; a number without a unit is in seconds. `undefined` for less than one. */
export function parseSeconds(value: unknown): number | undefined {
  const seconds = (parseDuration(value, 's') ?? 0) / 1000
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= maxInterval ? seconds : undefined
}

/** What to write in place of what is no time of whole seconds. */
export const secondsAdvice: string = 'give a time of whole seconds, such as 12s'

/** Units of money, in wei. */
const weiUnits: ReadonlyMap<string, bigint> = new Map([
  ['wei', 1n],
  ['gwei', 10n ** 9n],
  ['ether', 10n ** 18n],
  ['eth', 10n ** 18n],
])

/** The units of Solidity: those of money, and those of time in seconds. */
const solidityUnits: ReadonlyMap<string, bigint> = new Map([
  ...weiUnits,
  ['seconds', 1n],
  ['minutes', 60n],
  ['hours', 3600n],
  ['days', 86_400n],
  ['weeks', 604_800n],
])

/** 2^256 has 78 digits. */
const maxDigits = 78

const amount = /^(-?)(\d+)(?:\.(\d+))?(?:e(\d{1,2}))?(?:\s*([a-z]+))?$/i

/** Returns the number that an amount stands for; `undefined` for what is no whole number. */
export function parseAmount(value: unknown): bigint | undefined {
  return amountIn(value, solidityUnits, 'wei')
}

/** Returns the wei of an amount of money; `bare` is the unit of a number without one. Hex is always in wei. */
export function parseWei(value: unknown, bare: 'wei' | 'ether' = 'wei'): bigint | undefined {
  const isBare = bare !== 'wei' && typeof value !== 'string'
  return amountIn(isBare ? String(value) : value, weiUnits, bare)
}

function amountIn(
  value: unknown,
  units: ReadonlyMap<string, bigint>,
  bare: string,
): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim().replaceAll(/(?<=\d)_(?=\d)/g, '')
  if (/^0x[0-9a-f]+$/i.test(text)) return BigInt(text)
  const [, sign, whole = '', fraction = '', exponent = '0', unit = bare] = amount.exec(text) ?? []
  const scale = units.get(unit.toLowerCase())
  if (sign === undefined || scale === undefined) return undefined
  const power = Number(exponent)
  if (whole.length + power > maxDigits || fraction.length > maxDigits) return undefined
  const scaled = BigInt(whole + fraction) * 10n ** BigInt(power) * scale
  const divisor = 10n ** BigInt(fraction.length)
  if (scaled % divisor !== 0n) return undefined
  return (sign === '-' ? -scaled : scaled) / divisor
}

/** What to write in place of what is no amount. */
export const amountAdvice: string =
  'give a whole number, such as 6, 1000000e6, "10 ether" or "1gwei"'

/** Says how a number without a unit is read, where it is read otherwise elsewhere; `clear` is the same with its unit. */
export function unclearWords(clear: string): string {
  return `is read as ${clear}: write the unit too, as a number alone counts differently elsewhere`
}

/** Returns whether a value is a number without a unit: hex is in wei, so it needs none. */
export function isBare(value: unknown): boolean {
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  return isNumber || (typeof value === 'string' && /^[\d._e]+$/i.test(value.trim()))
}
