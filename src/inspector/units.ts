import type { Hex } from './wire.ts'

/** `0x59…df3c`: enough to distinguish two. */
export function short(hex: string): string {
  return hex.length <= 14 ? hex : `${hex.slice(0, 8)}…${hex.slice(-4)}`
}

/** One that is kept: to make one takes longer than to use it. */
const grouped = new Intl.NumberFormat('en')

export function decimal(quantity: Hex | string): string {
  return grouped.format(BigInt(quantity))
}

/** Wei as ether, all digits. */
export function ether(wei: Hex | string | bigint): string {
  return `${units(BigInt(wei), 18)} ETH`
}

/** Decimal places of an amount that is shown in short. */
const shownPlaces = 4

/** A whole number of units with that many decimals, as `1,234.5`; `places`: digits after the point at most. */
function units(value: bigint, decimals: number, places = decimals): string {
  const sign = value < 0n ? '-' : ''
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0')
  const whole = grouped.format(BigInt(digits.slice(0, digits.length - decimals)))
  const all = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const fraction = all.slice(0, places)
  // A small amount is not none.
  if (value !== 0n && whole === '0' && /^0*$/.test(fraction))
    return `${sign}<0.${'0'.repeat(Math.max(0, places - 1))}1`
  const shown = fraction.replace(/0+$/, '')
  return `${sign}${whole}${shown === '' ? '' : `.${shown}`}`
}

/** A number of tokens with that many decimals, all digits. */
export function amountOf(value: bigint, decimals: number): string {
  return units(value, decimals)
}

/** Wei in the unit that people use for such an amount: `1.5 ETH`, `20 gwei`, `7 wei`. */
export function amount(wei: Hex | string | bigint): string {
  const value = BigInt(wei)
  const size = value < 0n ? -value : value
  if (size === 0n) return '0 ETH'
  if (size < 100_000n) return `${grouped.format(value)} wei`
  if (size < 10n ** 14n) return gwei(value)
  return `${units(value, 18, shownPlaces)} ETH`
}

/** Wei as gwei in short. */
export function gwei(wei: Hex | string | bigint): string {
  const value = BigInt(wei)
  return value !== 0n && value < 100_000n
    ? `${grouped.format(value)} wei`
    : `${units(value, 9, shownPlaces - 1)} gwei`
}

/** How long ago in words: `4 s ago`, `in 2 min`. */
export function ago(ms: number): string {
  const size = Math.abs(ms)
  if (size < 1000) return 'now'
  const [, length, unit] = ages.find(([below]) => size < below) ?? ages[ages.length - 1] ?? []
  const words = `${grouped.format(Math.floor(size / (length ?? 1)))} ${unit}`
  return ms < 0 ? `in ${words}` : `${words} ago`
}

const ages: readonly (readonly [below: number, length: number, unit: string])[] = [
  [60_000, 1000, 's'],
  [3_600_000, 60_000, 'min'],
  [172_800_000, 3_600_000, 'h'],
  [Number.POSITIVE_INFINITY, 86_400_000, 'days'],
]

/** Parses an amount of ether into wei; `undefined` when it is invalid. */
export function weiOf(text: string): Hex | undefined {
  const [, whole = '', fraction = ''] = /^(\d*)(?:\.(\d{0,18}))?$/.exec(text.trim()) ?? []
  if (whole === '' && fraction === '') return undefined
  return `0x${BigInt(`${whole}${fraction.padEnd(18, '0')}`).toString(16)}`
}

/** A whole number as people or programs write it, as a quantity; `undefined` when it is none. */
export function quantityOf(text: string): Hex | undefined {
  const trimmed = text.trim()
  if (!/^(\d+|0x[\da-f]+)$/i.test(trimmed)) return undefined
  return `0x${BigInt(trimmed).toString(16)}`
}

/** The time of day with milliseconds, in UTC. */
export function timeOf(ms: Hex | number): string {
  const date = new Date(Number(ms))
  return Number.isNaN(date.getTime()) ? '–' : date.toISOString().slice(11, 23)
}

/** The moment with date and milliseconds, in UTC. */
export function isoOf(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString()
}

export function dateOf(seconds: Hex): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime())
    ? decimal(seconds)
    : date.toISOString().slice(0, 19).replace('T', ' ')
}

export function duration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toLocaleString('en')} s`
}

/** Control characters, marks that turn the direction of text, and halves of surrogate pairs. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Untrusted text with its invisible characters escaped. */
export function printable(text: string): string {
  return text.replaceAll(unseen, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Rows of a table, of which only those that can be seen are looked at. */
export interface Rows<Row> {
  readonly length: number
  at(index: number): Row
  /** -1 where there is none with that key. */
  indexOf(key: string): number
}

export function rowsOf<Row>(list: readonly Row[], keyOf: (row: Row) => string): Rows<Row> {
  return {
    length: list.length,
    at: (index) => list[index] as Row,
    indexOf: (key) => list.findIndex((row) => keyOf(row) === key),
  }
}
