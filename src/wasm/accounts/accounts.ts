import { base64Bytes } from '../../lib/encodings.ts'
import { compiled } from './compiled.ts'
import {
  codeAt,
  entryBytes,
  partBytes,
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
  sort(records: number, count: number, stride: number, shared: number, to: number): number
  scatter(...places: readonly number[]): void
  binEnds(): number
  nameAccounts(...places: readonly number[]): number
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
  byFirstByte(): AccountsByByte
  readonly codes: Uint8Array
  readonly slots: Uint8Array
}

/** The least that an account takes in a text, and a slot. */
const [minText, minSlotText] = [96, 9]
const hashBytes = 32
/** Digits are read sixteen at a time, also those before a text. */
const readBefore = 16

/**
 * Reads accounts of JSON without spaces, with their fields in one order, from where the key of one begins. Up to one
 * that looks otherwise, or has a slot twice, or one of zero. Code and slots will be pages of these numbers.
 */
export function parseAccounts(
  text: Uint8Array,
  codePage: number,
  slotPage: number,
): ParsedAccounts {
  const most = Math.ceil(text.length / minText) + 1
  const [, at, records, ends, codes, slots, spare] = places([
    readBefore,
    text.length,
    most * recordBytes,
    most * 4,
    text.length / 2 + most * hashBytes,
    slotsOf(text),
    Math.max(slotsOf(text), most * recordBytes),
  ])
  const { core, bytes } = module()
  bytes.set(text, at)
  core.parse(at, at + text.length, records, ends, codes, slots, spare, codePage, slotPage)
  const count = core.accounts.value
  return {
    count,
    ends: new Uint32Array(bytes.buffer, ends, count),
    isAtEnd: core.isAtEnd.value !== 0,
    records: bytes.subarray(records, records + count * recordBytes),
    byFirstByte: () => {
      core.scatter(records, count, recordBytes, 0, 8, spare)
      return {
        records: bytes.subarray(spare, spare + count * recordBytes),
        ends: new Uint32Array(bytes.buffer, core.binEnds(), 256),
      }
    },
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

/** The same as `parseAccounts`, for the slots of an account. */
export function parseSlots(text: Uint8Array): ParsedSlots {
  const [, at, slots] = places([readBefore, text.length, slotsOf(text)])
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
  return (Math.ceil(text.length / minSlotText) + 1) * slotBytes
}

/** Records of accounts by the first byte of their keys: where those end that begin with each byte. */
export interface AccountsByByte {
  readonly records: Uint8Array
  readonly ends: Uint32Array
}

/**
 * Puts records of accounts into the order of their keys, which agree in their first `shared` bytes; false when two
 * are the same. They stand in pieces, one after the other.
 */
export function sortAccounts(pieces: readonly Uint8Array[], shared: number): boolean {
  const length = lengthOf(pieces)
  const [at, to] = places([length, length])
  const { core, bytes } = module()
  write(bytes, at, pieces)
  const areDifferent = core.sort(at, length / recordBytes, recordBytes, shared, to) !== 0
  let from = to
  for (const piece of pieces) {
    piece.set(bytes.subarray(from, from + piece.length))
    from += piece.length
  }
  return areDifferent
}

/** Accounts in the order of their keys: records one after the other, and the pages of code and slots. */
export interface SortedAccounts {
  readonly pieces: readonly Uint8Array[]
  readonly codes: readonly Uint8Array[]
  readonly slots: readonly Uint8Array[]
}

/** The name of a part of the trie: which account is its first, and its depth. */
export type TellName = (place: number, depth: number, name: Uint8Array) => void

/**
 * The hash of the trie of accounts that agree in their first `depth` nibbles; `tell` receives the names of its parts
 * that have more than a few accounts, its own too.
 */
export function nameAccounts(
  { pieces, codes, slots }: SortedAccounts,
  depth: number,
  tell: TellName,
): Uint8Array {
  const length = lengthOf(pieces)
  const count = length / recordBytes
  const [start] = places([length])
  write(module().bytes, start, pieces)
  const [withCode, allSlots] = sizes(module().bytes, start, length)
  const [at, named, codesAt, slotsStart, spare] = places([
    length,
    count * entryBytes,
    withCode * hashBytes,
    allSlots * slotBytes,
    (count + allSlots) * partBytes,
  ])
  const { core, bytes } = module()
  // The memory may have grown.
  const words = new Int32Array(bytes.buffer)
  const records = new DataView(bytes.buffer)
  let [nextCode, nextSlot] = [codesAt, slotsStart]
  for (let record = at; record < at + length; record += recordBytes) {
    const code = record + codeAt
    if (words[(code + 8) >> 2] !== 0) {
      const page = codes[records.getUint32(code)] as Uint8Array
      copy(bytes, nextCode, page, records.getUint32(code + 4), hashBytes)
      // Numbers of the module have their lowest byte first.
      records.setUint32(code, nextCode, true)
      nextCode += hashBytes
    }
    const slot = record + slotsAt
    if (words[(slot + 8) >> 2] !== 0) {
      const stored = records.getUint32(slot + 8) * slotBytes
      const page = slots[records.getUint32(slot)] as Uint8Array
      copy(bytes, nextSlot, page, records.getUint32(slot + 4) * slotBytes, stored)
      nextSlot += stored
    }
  }
  const name = core.nameAccounts(at, count, depth, slotsStart, named, spare)
  const entries = new DataView(bytes.buffer, named)
  for (let index = 0; index < core.named.value; index++) {
    const entry = index * entryBytes
    const from = entries.getUint32(entry + 8, true)
    const itsName = bytes.subarray(from, from + hashBytes)
    tell(entries.getUint32(entry, true), entries.getUint32(entry + 4, true), itsName)
  }
  return bytes.subarray(name, name + hashBytes)
}

/** Up to which length it takes less time to copy bytes one by one. */
const fewBytes = 32

function copy(to: Uint8Array, at: number, from: Uint8Array, start: number, length: number): void {
  if (length > fewBytes) to.set(from.subarray(start, start + length), at)
  else for (let index = 0; index < length; index++) to[at + index] = from[start + index] as number
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  let length = 0
  for (const piece of pieces) length += piece.length
  return length
}

function write(bytes: Uint8Array, at: number, pieces: readonly Uint8Array[]): void {
  let to = at
  for (const piece of pieces) {
    bytes.set(piece, to)
    to += piece.length
  }
}

/** How many of the accounts have code, and how many slots all have. */
function sizes(bytes: Uint8Array, at: number, length: number): readonly [number, number] {
  const view = new DataView(bytes.buffer, at, length)
  const words = new Int32Array(bytes.buffer, at, length / 4)
  let [codes, slots] = [0, 0]
  for (let record = 0; record < length; record += recordBytes) {
    if (words[(record + codeAt + 8) >> 2] !== 0) codes++
    const slot = record + slotsAt + 8
    if (words[slot >> 2] !== 0) slots += view.getUint32(slot)
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
const readBehind = 16

/** Where parts of these sizes stand in the memory, one after the other, in steps of 16 bytes; there are some behind. */
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
  const missing = end + readBehind - memory.buffer.byteLength
  if (missing > 0) {
    memory.grow(Math.ceil(missing / pageBytes))
    own.bytes = new Uint8Array(memory.buffer)
  }
  return starts as { readonly [Part in keyof Sizes]: number }
}
