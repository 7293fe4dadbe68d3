import { parseDuration } from '../lib/units.ts'

/** The type of `lib/hex.ts`, which needs Node: the inspector's page uses the files of faults too. */
export type Hex = `0x${string}`

/** What the value of a member of a fault has to be. */
export interface FaultRule {
  /** What to do about a value that it cannot be. */
  readonly wanted: string
  /** Returns the value as it is kept, or `undefined` for one that it cannot be. */
  readonly read: (value: unknown) => unknown
  /** How a form asks for it. */
  readonly input: 'text' | 'number' | 'boolean' | 'order' | 'json'
  /** Whether JSON-RPC clients may write it as a quantity (`0x1`). */
  readonly isQuantity?: boolean
}

/** A member of a fault: its rule, and the name that a form has for it. */
export interface FaultMember {
  readonly rule: FaultRule
  readonly label: string
  readonly isRequired: boolean
}

export function required(rule: FaultRule, label: string): FaultMember {
  return { rule, label, isRequired: true }
}

export function optional(rule: FaultRule, label: string): FaultMember {
  return { rule, label, isRequired: false }
}

/** How often a fault applies. */
export interface Frequency {
  /**
   * How many times it applies before it is removed.
   * @default 1 for faults of blocks and of messages, no limit for faults of requests
   */
  readonly times?: number | undefined
  /**
   * The probability, from 0 to 1, that it applies each time it could; random numbers come from the devnet's seed.
   * @default 1
   */
  readonly probability?: number | undefined
}

/** A kind of fault: what happens, and its members with their rules. */
export interface FaultDefinition<Kind extends { readonly kind: string }> {
  readonly summary: string
  readonly members: { readonly [member in Exclude<keyof Kind, 'kind'>]-?: FaultMember }
}

/** The definition of each fault of a family, by its kind. */
export type FaultDefinitions<Family extends { readonly kind: string }> = {
  readonly [Kind in Family['kind']]: FaultDefinition<Extract<Family, { readonly kind: Kind }>>
}

/** Timers of JavaScript hold 31 bits of milliseconds. */
const maxMs = 2 ** 31 - 1
/** Longest name of a method or connection. */
const maxNameLength = 2048

function integer(least: number, most: number): FaultRule {
  return {
    wanted: `give a whole number from ${least} to ${most}`,
    read: (value) =>
      Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
        ? value
        : undefined,
    input: 'number',
  }
}

export function whole(least: number, most: number = Number.MAX_SAFE_INTEGER): FaultRule {
  return { ...integer(least, most), isQuantity: true }
}

function hexOf(pattern: RegExp, wanted: string): FaultRule {
  return {
    wanted,
    read: (value) =>
      typeof value === 'string' && pattern.test(value) ? value.toLowerCase() : undefined,
    input: 'text',
  }
}

export function wordOf(...words: readonly string[]): FaultRule {
  return {
    wanted: `give ${words.map((word) => `'${word}'`).join(' or ')}`,
    read: (value) => words.find((word) => word === value),
    input: 'text',
  }
}

export const errorCode: FaultRule = integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
const wholeMs = whole(0, maxMs)

/** A time: a number of milliseconds, or a text with its unit. */
export const milliseconds: FaultRule = {
  ...wholeMs,
  wanted: `${wholeMs.wanted}, or a time with its unit such as 500ms`,
  read: (value) => wholeMs.read(typeof value === 'string' ? parseDuration(value) : value),
}

export const hash: FaultRule = hexOf(/^0x[0-9a-f]{64}$/i, 'give a hash: 0x and 64 hex digits')
export const address: FaultRule = hexOf(
  /^0x[0-9a-f]{40}$/i,
  'give an address: 0x and 40 hex digits',
)

export const signedTransaction: FaultRule = hexOf(
  /^0x(?:[0-9a-f]{2})+$/i,
  'give a signed transaction as hex',
)

const probability: FaultRule = {
  wanted: 'give a number from 0 to 1',
  read: (value) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined),
  input: 'number',
}

export const flag: FaultRule = {
  wanted: 'give true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  input: 'boolean',
}

export const text: FaultRule = {
  wanted: 'give a string',
  read: (value) => (typeof value === 'string' ? value : undefined),
  input: 'text',
}

/** Codes that a server may send: those of the protocol that say nothing of a missing frame, and those of applications. */
export const closeCode: FaultRule = {
  wanted: 'give 1000 to 1003, 1007 to 1014, or 3000 to 4999',
  read: (value) => {
    const code = Number.isSafeInteger(value) ? Number(value) : 0
    const isOfProtocol = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014)
    return isOfProtocol || (code >= 3000 && code <= 4999) ? code : undefined
  },
  input: 'number',
  isQuantity: true,
}

/** Room for text in a close frame, in bytes. */
const maxCloseBytes = 123

export const closeReason: FaultRule = {
  wanted: `give a string of at most ${maxCloseBytes} bytes`,
  read: (value) =>
    typeof value === 'string' && new TextEncoder().encode(value).length <= maxCloseBytes
      ? value
      : undefined,
  input: 'text',
}

export const name: FaultRule = {
  wanted: `give a string of 1 to ${maxNameLength} characters`,
  read: (value) =>
    typeof value === 'string' && value !== '' && value.length <= maxNameLength ? value : undefined,
  input: 'text',
}

/** Kept as JSON has it, so that nothing can change it later. */
export const json: FaultRule = {
  wanted: 'give a JSON value',
  read: (value) => {
    try {
      return JSON.parse(JSON.stringify(value))
    } catch {
      return undefined
    }
  },
  input: 'json',
}

/** The members of a `Frequency`. */
export const frequency = {
  times: optional(whole(1), 'Times'),
  probability: optional(probability, 'Probability, 0 to 1'),
}

const orderWord = wordOf('reverse', 'shuffle')

export const order: FaultRule = {
  wanted: `${orderWord.wanted}, or a list of hashes`,
  read: (value) => {
    if (!Array.isArray(value)) return orderWord.read(value)
    const hashes = value.map((item) => hash.read(item))
    return hashes.includes(undefined) ? undefined : hashes
  },
  input: 'order',
}
