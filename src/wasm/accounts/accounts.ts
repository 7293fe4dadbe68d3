import { base64Bytes } from '../../lib/encodings.ts'
import { compiled } from './compiled.ts'
import {
  codeAt,
  nameBytes,
  recordBytes,
  slotBytes,
  slotNumberAt,
  slotsAt,
  slotValueAt,
} from './layout.ts'

/** An exported variable. */
interface Global {
  readonly value: number
}

/** What the WebAssembly module gives; see assembly/index.ts. */
interface Exports {
  readonly memory: WebAssembly.Memory
  start(): number
  parse(...places: readonly number[]): void
  parseSlots(from: number, to: number, slots: number): void
  readonly accounts: Global
  readonly readEnd: Global
  readonly isAtEnd: Global
  readonly codesEnd: Global
  readonly slots: Global
  nameAccounts(records: number, count: number, depth: number, to: number, names: number): number
  readonly named: Global
}

/** What was read of a text, with where each part of it stands as `layout.ts` says; valid until the next call. */
export interface ParsedAccounts {
  readonly count: number
  /** Where each of them ends in the text. */
  readonly ends: Uint32Array
  /** Whether the text may end before the next one does. */
  readonly isAtEnd: boolean
  readonly records: Uint8Array
  readonly codes: Uint8Array
  readonly slots: Uint8Array
}

/** The least that an account takes in a text, and a slot. */
const [leastText, leastSlotText] = [96, 9]
const hashBytes = 32

/**
 * Reads accounts of JSON without spaces, with their fields in one order, from where the key of one begins. Up to one
 * that looks otherwise, or has a slot twice, or one of zero. Code and slots will be pages of these numbers.
 */
export function parseAccounts(
  text: Uint8Array,
  codePage: number,
  slotPage: number,
): ParsedAccounts {
  const most = Math.ceil(text.length / leastText) + 1
  const [at, records, ends, codes, slots] = places([
    text.length,
    most * recordBytes,
    most * 4,
    text.length / 2 + most * hashBytes,
    slotsOf(text),
  ])
  const { core, bytes } = module()
  bytes.set(text, at)
  core.parse(at, at + text.length, records, ends, codes, slots, codePage, slotPage)
  const count = core.accounts.value
  return {
    count,
    ends: new Uint32Array(bytes.buffer, ends, count),
    isAtEnd: core.isAtEnd.value !== 0,
    records: bytes.subarray(records, records + count * recordBytes),
    codes: bytes.subarray(codes, core.codesEnd.value),
    slots: bytes.subarray(slots, slots + core.slots.value * slotBytes),
  }
}

/** A slot as a text has it: the hash of its number, its number, its value, 32 bytes each. */
export interface ParsedSlots {
  /** How many bytes of the text they are. */
  readonly read: number
  readonly slots: Iterable<{
    readonly key: Uint8Array
    readonly number: Uint8Array
    readonly value: Uint8Array
  }>
}

/** As `parseAccounts`, the slots of an account. */
export function parseSlots(text: Uint8Array): ParsedSlots {
  const [at, slots] = places([text.length, slotsOf(text)])
  const { core, bytes } = module()
  bytes.set(text, at)
  core.parseSlots(at, at + text.length, slots)
  const from = (place: number) => bytes.subarray(place, place + hashBytes)
  return {
    read: core.readEnd.value - at,
    slots: Array.from({ length: core.slots.value }, (_, index) => {
      const slot = slots + index * slotBytes
      return { key: from(slot), number: from(slot + slotNumberAt), value: from(slot + slotValueAt) }
    }),
  }
}

/** Room for the slots that may stand in a text, and for the one after them that does not. */
function slotsOf(text: Uint8Array): number {
  return (Math.ceil(text.length / leastSlotText) + 1) * slotBytes
}

/** Accounts in the order of their keys, with what belongs to them. */
export interface SortedAccounts {
  readonly records: Uint8Array
  /** The hash of the code of the account at this place in its page. */
  codeHash(page: number, from: number): Uint8Array
  slots(page: number, from: number, count: number): Uint8Array
}

/** The name of a part of the trie: which account is its first, and its depth. */
export type TellName = (place: number, depth: number, name: Uint8Array) => void

/**
 * The hash of the trie of accounts that agree in their first `depth` nibbles, from two on; `tell` hears the names of
 * its parts that have more than a few accounts, its own too.
 */
export function nameAccounts(
  { records, codeHash, slots }: SortedAccounts,
  depth: number,
  tell: TellName,
): Uint8Array {
  const count = records.length / recordBytes
  const view = new DataView(records.buffer, records.byteOffset, records.length)
  const [codes, allSlots] = sizes(view)
  const [at, name, names, codesAt, slotsStart] = places([
    records.length,
    hashBytes,
    count * nameBytes,
    codes * hashBytes,
    allSlots * slotBytes,
  ])
  const { core, bytes } = module()
  bytes.set(records, at)
  const own = new DataView(bytes.buffer, at, records.length)
  let [nextCode, nextSlot] = [codesAt, slotsStart]
  for (let start = 0; start < records.length; start += recordBytes) {
    if (view.getUint32(start + codeAt + 8) > 0) {
      const code = start + codeAt
      bytes.set(codeHash(view.getUint32(code), view.getUint32(code + 4)), nextCode)
      own.setUint32(code, nextCode)
      nextCode += hashBytes
    }
    const slotCount = view.getUint32(start + slotsAt + 8)
    if (slotCount > 0) {
      const slot = start + slotsAt
      const stored = slots(view.getUint32(slot), view.getUint32(slot + 4), slotCount)
      bytes.set(stored, nextSlot)
      own.setUint32(slot, nextSlot)
      nextSlot += stored.length
    }
  }
  core.nameAccounts(at, count, depth, name, names)
  const told = new DataView(bytes.buffer, names)
  for (let index = 0; index < core.named.value; index++) {
    const entry = index * nameBytes
    const from = names + entry + 8
    // Numbers of the module have their lowest byte first.
    const [place, itsDepth] = [told.getUint32(entry, true), told.getUint32(entry + 4, true)]
    tell(place, itsDepth, bytes.subarray(from, from + hashBytes))
  }
  return bytes.subarray(name, name + hashBytes)
}

/** How many of the accounts have code, and how many slots all have. */
function sizes(records: DataView): readonly [number, number] {
  let [codes, slots] = [0, 0]
  for (let start = 0; start < records.byteLength; start += recordBytes) {
    if (records.getUint32(start + codeAt + 8) > 0) codes++
    slots += records.getUint32(start + slotsAt + 8)
  }
  return [codes, slots]
}

interface Loaded {
  readonly core: Exports
  bytes: Uint8Array
}

let loaded: Loaded | undefined

function module(): Loaded {
  loaded ??= load()
  return loaded
}

function load(): Loaded {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(base64Bytes(compiled)), {})
  const core = instance.exports as unknown as Exports
  return { core, bytes: new Uint8Array(core.memory.buffer) }
}

const pageBytes = 2 ** 16

/** Where parts of these sizes stand in the memory, one after the other, in steps of 16 bytes. */
function places<const Sizes extends readonly number[]>(
  partSizes: Sizes,
): { readonly [Part in keyof Sizes]: number } {
  const own = module()
  let end = own.core.start()
  const starts = partSizes.map((size) => {
    const start = end
    end = (start + size + 15) & ~15
    return start
  })
  const { memory } = own.core
  if (end > memory.buffer.byteLength) {
    memory.grow(Math.ceil((end - memory.buffer.byteLength) / pageBytes))
    own.bytes = new Uint8Array(memory.buffer)
  }
  return starts as { readonly [Part in keyof Sizes]: number }
}
