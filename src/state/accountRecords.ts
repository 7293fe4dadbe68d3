import { bytesToBigInt } from '../lib/hex.ts'
import { emptyCodeHash, type StoredAccount, type StoredSlot } from './account.ts'
import { FrozenNode, nameOf, type Sorted } from './frozen.ts'
import { type Packed, pack, packTrimmed, writePacked } from './trie/packed.ts'
import { emptyTrieRoot } from './trie/trieHash.ts'

/*
 * Accounts as bytes, many in a piece of memory: a million objects of what a large state file holds take longer to make
 * than to read, three times the memory, and the collection of garbage looks at each again and again.
 */

/** Where the parts of an account stand in its record. */
export const field = { key: 0, address: 32, balance: 52, nonce: 84, code: 92, slots: 104 } as const
const recordBytes = 112
/** Where the parts of a slot stand in its record. */
export const slotField = { key: 0, slot: 32, value: 64 } as const
const slotBytes = 96

const [keyBytes, addressBytes, wordBytes, nonceBytes] = [32, 20, 32, 8]
const recordsPerPage = 2 ** 13
const slotsPerPage = 2 ** 13
const codePageBytes = 2 ** 20
const noCode = new Uint8Array()

interface Page {
  readonly bytes: Uint8Array
  readonly view: DataView
}

/**
 * Accounts that are read one after the other: `begin`, then the parts are written into `page` from `start` on, `addSlot`
 * and `addCode` if there are such, then `end`. An account that is not ended is forgotten.
 */
export class AccountRecords implements Sorted<StoredAccount> {
  length = 0
  /** Where the account that is read has its record. */
  page: Uint8Array = new Uint8Array()
  start = 0
  /** Where it has its slots, one after the other. */
  slots = new Uint8Array(64 * slotBytes)
  #slotCount = 0
  #pages: Page[] = []
  readonly #codes: Uint8Array[] = []
  #codeEnd = codePageBytes
  readonly #slotPages: Uint8Array[] = []
  #slotEnd = slotsPerPage

  begin(): void {
    const number = Math.floor(this.length / recordsPerPage)
    this.#pages[number] ??= newPage()
    this.page = this.#pages[number].bytes
    this.start = startOf(this.length)
    this.page.fill(0, this.start + field.nonce, this.start + recordBytes)
    this.#slotCount = 0
  }

  setNonce(nonce: number): void {
    const { view } = this.#pageOf(this.length)
    view.setUint32(this.start + field.nonce, Math.floor(nonce / 2 ** 32))
    view.setUint32(this.start + field.nonce + 4, nonce % 2 ** 32)
  }

  /** Room for a slot: where it begins in `slots`. */
  addSlot(): number {
    const start = this.#slotCount++ * slotBytes
    if (start === this.slots.length) {
      const larger = new Uint8Array(2 * start)
      larger.set(this.slots)
      this.slots = larger
    }
    return start
  }

  /** Room for the hash of the code, and for the code behind it. */
  addCode(length: number): Uint8Array {
    const total = keyBytes + length
    if (this.#codeEnd + total > codePageBytes) {
      this.#codes.push(new Uint8Array(Math.max(codePageBytes, total)))
      this.#codeEnd = 0
    }
    const number = this.#codes.length - 1
    const { view } = this.#pageOf(this.length)
    const at = this.start + field.code
    view.setUint32(at, number)
    view.setUint32(at + 4, this.#codeEnd)
    view.setUint32(at + 8, total)
    this.#codeEnd += total
    return (this.#codes[number] as Uint8Array).subarray(this.#codeEnd - total, this.#codeEnd)
  }

  /** Whether the account is one of them now: not when it has a slot twice. */
  end(): boolean {
    if (this.#slotCount > 0 && !this.#keepSlots()) return false
    this.length++
    return true
  }

  /** Forgets them all; those that were taken out stay as they are. */
  clear(): void {
    this.length = 0
  }

  /** Puts them into the order of their keys, a bit at a time; false when two are the same. */
  *sort(): Generator<void, boolean> {
    const { length } = this
    const order = new Uint32Array(length)
    const ends = new Uint32Array(buckets + 1)
    for (let index = 0; index < length; index++) (ends[this.#bucketOf(index) + 1] as number)++
    for (let bucket = 0; bucket < buckets; bucket++) {
      ends[bucket + 1] = (ends[bucket + 1] as number) + (ends[bucket] as number)
    }
    const starts = ends.slice()
    yield
    for (let index = 0; index < length; index++) {
      const bucket = this.#bucketOf(index)
      const place = starts[bucket] as number
      order[place] = index
      starts[bucket] = place + 1
    }
    // In memory too: what follows each other in the trie is read together.
    const pages: Page[] = []
    for (let bucket = 0; bucket < buckets; bucket++) {
      if (bucket % bucketsPerTurn === 0) yield
      const from = ends[bucket] as number
      const to = ends[bucket + 1] as number
      if (!isSorted(order, from, to, this.#compare)) return false
      for (let place = from; place < to; place++) {
        if (place % recordsPerPage === 0) pages.push(newPage())
        const index = order[place] as number
        const { bytes } = pages.at(-1) as Page
        copyPart(this.#pageOf(index).bytes, startOf(index), bytes, startOf(place), recordBytes)
      }
    }
    this.#pages = pages
    return true
  }

  nibble(place: number, position: number): number {
    return nibbleIn(this.#pageOf(place).bytes, startOf(place), position)
  }

  encoded(place: number): Uint8Array {
    const start = startOf(place)
    const { bytes, view } = this.#pageOf(place)
    const root = this.#storageRoot(view, start + field.slots)
    let at = writeTrimmed(2, bytes, start + field.nonce, nonceBytes)
    at = writeTrimmed(at, bytes, start + field.balance, wordBytes)
    scratch[at++] = 0x80 + keyBytes
    at = writePacked(scratch, at, root)
    scratch[at++] = 0x80 + keyBytes
    const codeBytes = view.getUint32(start + field.code + 8)
    if (codeBytes === 0) at = writePacked(scratch, at, emptyCodeHash)
    else {
      const code = this.#codes[view.getUint32(start + field.code)] as Uint8Array
      const from = view.getUint32(start + field.code + 4)
      for (let byte = 0; byte < keyBytes; byte++) scratch[at++] = code[from + byte] as number
    }
    scratch[0] = 0xf8
    scratch[1] = at - 2
    return scratch.subarray(0, at)
  }

  #storageRoot(view: DataView, at: number): Packed {
    const count = view.getUint32(at + 4)
    if (count === 0) return emptyTrieRoot
    const { records, from } = this.#slotsAt(view.getUint32(at))
    return nameOf(records, from, from + count, 0)
  }

  key(place: number): Packed {
    return packedIn(this.#pageOf(place).bytes, startOf(place), keyBytes)
  }

  value(place: number): StoredAccount {
    const at = startOf(place)
    const { bytes, view } = this.#pageOf(place)
    const balance = bytes.subarray(at + field.balance, at + field.balance + wordBytes)
    const slots = view.getUint32(at + field.slots + 4)
    const slotsFrom = view.getUint32(at + field.slots)
    return {
      address: packedIn(bytes, at + field.address, addressBytes),
      nonce: view.getBigUint64(at + field.nonce),
      balance: bytesToBigInt(balance),
      ...this.#codeAt(view, at + field.code),
      storage: slots === 0 ? undefined : this.#storage(slotsFrom, slots),
      beneath: undefined,
    }
  }

  #codeAt(view: DataView, at: number): Pick<StoredAccount, 'code' | 'codeHash'> {
    const length = view.getUint32(at + 8)
    if (length === 0) return withoutCode
    const from = view.getUint32(at + 4)
    const bytes = (this.#codes[view.getUint32(at)] as Uint8Array).subarray(from, from + length)
    return { codeHash: pack(bytes.subarray(0, keyBytes)), code: bytes.slice(keyBytes) }
  }

  #storage(place: number, count: number): FrozenNode<StoredSlot> {
    const { records, from } = this.#slotsAt(place)
    return new FrozenNode(records, from, from + count, 0)
  }

  #slotsAt(place: number): { readonly records: SlotRecords; readonly from: number } {
    const page = this.#slotPages[Math.floor(place / slotsPerPage)] as Uint8Array
    return { records: new SlotRecords(page), from: place % slotsPerPage }
  }

  /** In the order of their keys; false when two are the same. */
  #keepSlots(): boolean {
    const count = this.#slotCount
    const { slots } = this
    const order = Uint32Array.from({ length: count }, (_, index) => index)
    const compare = (left: number, right: number) =>
      compareKeys(slots, left * slotBytes, slots, right * slotBytes)
    if (!isSorted(order, 0, count, compare)) return false
    if (this.#slotEnd + count > slotsPerPage) {
      this.#slotPages.push(new Uint8Array(Math.max(slotsPerPage, count) * slotBytes))
      this.#slotEnd = 0
    }
    const number = this.#slotPages.length - 1
    const page = this.#slotPages[number] as Uint8Array
    order.forEach((index, place) => {
      const from = index * slotBytes
      const to = (this.#slotEnd + place) * slotBytes
      copyPart(slots, from, page, to, slotBytes)
    })
    const { view } = this.#pageOf(this.length)
    view.setUint32(this.start + field.slots, number * slotsPerPage + this.#slotEnd)
    view.setUint32(this.start + field.slots + 4, count)
    this.#slotEnd += count
    return true
  }

  #bucketOf(index: number): number {
    return this.#pageOf(index).view.getUint16(startOf(index))
  }

  readonly #compare = (left: number, right: number): number =>
    compareKeys(this.#pageOf(left).bytes, startOf(left), this.#pageOf(right).bytes, startOf(right))

  #pageOf(index: number): Page {
    return this.#pages[Math.floor(index / recordsPerPage)] as Page
  }
}

/** The slots of accounts, those of each in the order of their keys. */
class SlotRecords implements Sorted<StoredSlot> {
  readonly #page: Uint8Array

  constructor(page: Uint8Array) {
    this.#page = page
  }

  nibble(place: number, position: number): number {
    return nibbleIn(this.#page, place * slotBytes, position)
  }

  key(place: number): Packed {
    return packedIn(this.#page, place * slotBytes, keyBytes)
  }

  value(place: number): StoredSlot {
    const at = place * slotBytes
    const value = this.#page.subarray(at + slotField.value, at + slotBytes)
    return {
      slot: packedIn(this.#page, at + slotField.slot, wordBytes),
      value: packTrimmed(value),
    }
  }

  encoded(place: number): Uint8Array {
    const from = place * slotBytes + slotField.value
    return scratch.subarray(0, writeTrimmed(0, this.#page, from, wordBytes))
  }
}

const scratch = new Uint8Array(256)

/** Writes the RLP of the number that the bytes are, and returns where it ends. */
function writeTrimmed(at: number, bytes: Uint8Array, from: number, length: number): number {
  const end = from + length
  let start = from
  while (start < end && bytes[start] === 0) start++
  if (end - start === 1 && (bytes[start] as number) < 0x80) {
    scratch[at] = bytes[start] as number
    return at + 1
  }
  scratch[at] = 0x80 + end - start
  for (let byte = start; byte < end; byte++) scratch[at + 1 + byte - start] = bytes[byte] as number
  return at + 1 + end - start
}

/** Of the first two bytes of keys. */
const buckets = 2 ** 16
const bucketsPerTurn = 2 ** 10

const withoutCode = { codeHash: emptyCodeHash, code: noCode }

function newPage(): Page {
  const buffer = new ArrayBuffer(recordsPerPage * recordBytes)
  return { bytes: new Uint8Array(buffer), view: new DataView(buffer) }
}

function startOf(index: number): number {
  return (index % recordsPerPage) * recordBytes
}

function packedIn(bytes: Uint8Array, at: number, length: number): Packed {
  return pack(bytes.subarray(at, at + length))
}

function nibbleIn(bytes: Uint8Array, at: number, position: number): number {
  const byte = bytes[at + (position >> 1)] as number
  return (position & 1) === 0 ? byte >> 4 : byte & 15
}

function copyPart(
  from: Uint8Array,
  at: number,
  to: Uint8Array,
  start: number,
  length: number,
): void {
  for (let byte = 0; byte < length; byte++) to[start + byte] = from[at + byte] as number
}

function compareKeys(left: Uint8Array, leftAt: number, right: Uint8Array, rightAt: number): number {
  for (let byte = 0; byte < keyBytes; byte++) {
    const difference = (left[leftAt + byte] as number) - (right[rightAt + byte] as number)
    if (difference !== 0) return difference
  }
  return 0
}

/** Few enough to be sorted by insertion. */
const few = 32

/** Sorts a part of a list; false when two in it are equal. */
function isSorted(
  list: Uint32Array,
  from: number,
  to: number,
  compare: (left: number, right: number) => number,
): boolean {
  if (to - from > few) list.subarray(from, to).sort(compare)
  for (let at = from + 1; at < to; at++) {
    const item = list[at] as number
    let place = at
    for (; place > from; place--) {
      const order = compare(list[place - 1] as number, item)
      if (order === 0) return false
      if (order < 0) break
      list[place] = list[place - 1] as number
    }
    list[place] = item
  }
  return true
}
