import { isHexBytes } from '../../lib/hex.ts'
import type { Fault, FaultKind } from '../../types/fault.ts'

/** A fault that cannot be; the message says what is wrong with it. */
export class InvalidFault extends Error {
  override readonly name = 'InvalidFault'
  readonly code = -32602
}

/** What a member of a fault has to be: `read` gives the value, or `undefined` for one that it cannot be. */
interface Rule {
  readonly wanted: string
  readonly read: (value: unknown) => unknown
}

interface Member {
  readonly rule: Rule
  readonly isRequired: boolean
}

/** Timers of JavaScript hold 31 bits of milliseconds. */
const maxMs = 2 ** 31 - 1
/** How many flashblocks stale reads can lag behind. */
export const maxLag = 63
/** Longest name of a method or connection. */
const maxNameLength = 2048

function whole(least: number, most: number): Rule {
  return {
    wanted: `give a whole number from ${least} to ${most}`,
    read: (value) =>
      Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
        ? value
        : undefined,
  }
}

function hexOf(pattern: RegExp, wanted: string): Rule {
  return {
    wanted,
    read: (value) =>
      typeof value === 'string' && pattern.test(value) ? value.toLowerCase() : undefined,
  }
}

function wordOf(...words: readonly string[]): Rule {
  return {
    wanted: `give ${words.map((word) => `'${word}'`).join(' or ')}`,
    read: (value) => words.find((word) => word === value),
  }
}

const count = whole(1, Number.MAX_SAFE_INTEGER)
const index = whole(0, Number.MAX_SAFE_INTEGER)
const ms = whole(0, maxMs)
const hash = hexOf(/^0x[0-9a-f]{64}$/i, 'give a hash: 0x and 64 hex digits')
const address = hexOf(/^0x[0-9a-f]{40}$/i, 'give an address: 0x and 40 hex digits')
const data: Rule = {
  wanted: 'give a signed transaction as hex',
  read: (value) =>
    typeof value === 'string' && value !== '0x' && isHexBytes(value)
      ? value.toLowerCase()
      : undefined,
}

const probability: Rule = {
  wanted: 'give a number from 0 to 1',
  read: (value) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined),
}

const flag: Rule = {
  wanted: 'give true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
}

const text: Rule = {
  wanted: 'give a string',
  read: (value) => (typeof value === 'string' ? value : undefined),
}

const name: Rule = {
  wanted: `give a string of 1 to ${maxNameLength} characters`,
  read: (value) =>
    typeof value === 'string' && value !== '' && value.length <= maxNameLength ? value : undefined,
}

/** Kept as JSON has it, so that nothing can change it later. */
const json: Rule = {
  wanted: 'give a JSON value',
  read: (value) => {
    try {
      return JSON.parse(JSON.stringify(value))
    } catch {
      return undefined
    }
  },
}

const orderWord = wordOf('reverse', 'shuffle')

const order: Rule = {
  wanted: `${orderWord.wanted}, or a list of hashes`,
  read: (value) => {
    if (!Array.isArray(value)) return orderWord.read(value)
    const hashes = value.map((item) => hash.read(item))
    return hashes.includes(undefined) ? undefined : hashes
  },
}

function required(rule: Rule): Member {
  return { rule, isRequired: true }
}

function optional(rule: Rule): Member {
  return { rule, isRequired: false }
}

const frequency = { times: optional(count), probability: optional(probability) }
const filter = { ...frequency, method: optional(name), connection: optional(name) }

type MembersOf<Kind extends FaultKind> = {
  readonly [member in Exclude<keyof Extract<Fault, { kind: Kind }>, 'kind'>]-?: Member
}

const membersOf: { readonly [Kind in FaultKind]: MembersOf<Kind> } = {
  dropAtSeal: {
    ...frequency,
    transaction: optional(hash),
    from: optional(address),
    requeue: optional(flag),
  },
  replaceAtSeal: { ...frequency, transaction: required(hash), with: required(data) },
  reorderAtSeal: { ...frequency, order: required(order) },
  sealWithoutFlashblocks: { ...frequency, count: required(count) },
  skipFlashblock: { ...frequency, index: optional(index) },
  repeatFlashblock: { ...frequency, index: optional(index) },
  delayPublishing: { ...frequency, ms: required(ms), jitterMs: optional(ms) },
  stopPublishing: { ...frequency, ms: required(ms) },
  latency: { ...filter, ms: required(ms), jitterMs: optional(ms) },
  error: {
    ...filter,
    code: optional(whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)),
    message: optional(text),
    data: optional(json),
  },
  disconnect: { ...filter, lost: optional(wordOf('request', 'answer')) },
  staleReads: { ...filter, flashblocks: required(whole(1, maxLag)) },
}

/** Whether a method is out of reach of faults, so that a client can always end them. */
export function isBeyondFaults(method: string): boolean {
  return method.startsWith('preconf_')
}

function show(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  const shown = typeof value === 'string' ? `'${value}'` : String(value)
  return shown.length > 100 ? `${shown.slice(0, 100)}…` : shown
}

/** A fault as given by anybody: a frozen copy without absent members. Throws an `InvalidFault`. */
export function checkFault(given: unknown): Fault {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new InvalidFault(`invalid fault ${show(given)}: give an object with its kind`)
  }
  const { kind, ...values } = given as Readonly<Record<string, unknown>>
  if (typeof kind !== 'string' || !Object.hasOwn(membersOf, kind)) {
    const kinds = Object.keys(membersOf).join(', ')
    const problem = kind === undefined ? 'the fault has no kind' : `no fault of kind ${show(kind)}`
    throw new InvalidFault(`${problem}: give one of ${kinds}`)
  }
  const members = new Map<string, Member>(Object.entries(membersOf[kind as FaultKind]))
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined || members.has(key)) continue
    throw new InvalidFault(`a fault of kind ${kind} has no ${show(key)}`)
  }
  const fault: Record<string, unknown> = { kind }
  for (const [key, { rule, isRequired }] of members) {
    const value = values[key]
    if (value === undefined && !isRequired) continue
    const read = rule.read(value)
    if (read === undefined) {
      throw new InvalidFault(`invalid ${key} ${show(value)} of the fault ${kind}: ${rule.wanted}`)
    }
    fault[key] = read
  }
  if (typeof fault.method === 'string' && isBeyondFaults(fault.method)) {
    throw new InvalidFault(
      `invalid method ${show(fault.method)} of the fault ${kind}: faults never affect methods of the preconf namespace`,
    )
  }
  return Object.freeze(fault) as unknown as Fault
}
