import { bytesToBigInt } from '../lib/hex.ts'
import { nameAccounts, type ParsedAccounts } from '../wasm/accounts/accounts.ts'
import {
  addressAt,
  balanceAt,
  codeAt,
  nonceAt,
  slotBytes,
  slotNumberAt,
  slotsAt,
  slotValueAt,
} from '../wasm/accounts/layout.ts'
import { emptyCodeHash, encodeSlot, type StoredAccount, type StoredSlot } from './account.ts'
import { few, LazyNode, nameOf, type Sorted, valuesAndRuns } from './lazyNode.ts'
import { RecordBuckets } from './recordBuckets.ts'
import { hashItem, type Packed, pack, packTrimmed } from './trie/packed.ts'

import type { Node } from './trie/trie.ts'

/*
 * Accounts as bytes, many in a piece of memory: a million objects of what a large state file holds take longer to make
 * than to read, three times the memory, and the collection of garbage looks at each again and again. It stays, with
 * `frozen.ts`, `recordBuckets.ts` and `wasm/accounts`, for figures: 500,000 accounts are to load and be hashed within
 * 3 s, in turns of 50 ms. They take 0.8 s of CPU time and 77 MB with Node 22 and 24. The plain trie takes 6.2 to
 * 7.6 s, 260 MB and a turn of 196 to 629 ms; one built of sorted keys, with parsing and sorting as now, 3.2 to 3.6 s,
 * 240 MB and up to 214 ms.
 */

const [keyBytes, addressBytes, wordBytes] = [32, 20, 32]
/** Accounts and slots that are hashed at a stretch: some milliseconds. */
const maxNamed = 4_000
const none = new Uint8Array()

/** An account as bytes that must not be changed: `record` from `start` on, and its slots one after the other. */
export interface AccountParts {
  readonly record: Uint8Array
  readonly start: number
  readonly nonce: bigint
  readonly code: Uint8Array
  readonly slots: Uint8Array
}

/** Numbers of pages. */
export interface RecordPages {
  readonly code: number
  readonly slots: number
}

/** Accounts as `ParsedAccounts` has them: those that are read first, then in the order of their keys. */
export class AccountRecords implements Sorted<StoredAccount> {
  readonly #records: RecordBuckets
  readonly #codes: Uint8Array[] = []
  readonly #slots: Uint8Array[] = []
  /** Hashes of parts of the trie, by the first account and the depth. */
  readonly #names = new Map<number, Packed>()

  /** Until they are sorted, those in one bucket are in the order in which they were read. */
  constructor(buckets: 1 | 256) {
    this.#records = new RecordBuckets(buckets)
  }

  get length(): number {
    return this.#records.length
  }

  /** Which pages the next code and the next slots become. */
  get nextPages(): RecordPages {
    return { code: this.#codes.length, slots: this.#slots.length }
  }

  /** Adds the accounts that were read for the next pages. */
  add(parsed: ParsedAccounts): void {
    this.#records.add(parsed)
    const { codes, slots } = parsed
    if (codes.length > 0) this.#codes.push(codes.slice())
    if (slots.length > 0) this.#slots.push(slots.slice())
  }

  /** Sorts the places by key, in steps; the last value is false when two keys are equal. */
  sort(): Generator<void, boolean> {
    return this.#records.sort()
  }

  nibble(place: number, position: number): number {
    const index = this.#records.indexAt(place)
    return nibbleIn(this.#records.pageOf(index).bytes, this.#records.startOf(index), position)
  }

  key(place: number): Packed {
    const index = this.#records.indexAt(place)
    return packedIn(this.#records.pageOf(index).bytes, this.#records.startOf(index), keyBytes)
  }

  value(place: number): StoredAccount {
    const index = this.#records.indexAt(place)
    const at = this.#records.startOf(index)
    const { bytes, view } = this.#records.pageOf(index)
    const balance = bytes.subarray(at + balanceAt, at + balanceAt + wordBytes)
    const slots = view.getUint32(at + slotsAt + 8)
    return {
      address: packedIn(bytes, at + addressAt, addressBytes),
      nonce: view.getBigUint64(at + nonceAt),
      balance: bytesToBigInt(balance),
      ...this.#codeAt(view, at + codeAt),
      storage: slots === 0 ? undefined : this.#storageAt(view, at + slotsAt),
      beneath: undefined,
    }
  }

  /** The bytes of the account at a place. */
  parts(place: number): AccountParts {
    const index = this.#records.indexAt(place)
    const { bytes, view } = this.#records.pageOf(index)
    const start = this.#records.startOf(index)
    const code = this.#codes[view.getUint32(start + codeAt)]
    const codeFrom = view.getUint32(start + codeAt + 4)
    const codeLength = view.getUint32(start + codeAt + 8)
    const slots = this.#slots[view.getUint32(start + slotsAt)]
    const firstSlot = view.getUint32(start + slotsAt + 4) * slotBytes
    const slotsLength = view.getUint32(start + slotsAt + 8) * slotBytes
    return {
      record: bytes,
      start,
      nonce: view.getBigUint64(start + nonceAt),
      code:
        code === undefined || codeLength === 0
          ? none
          : code.subarray(codeFrom + keyBytes, codeFrom + codeLength),
      slots: slots?.subarray(firstSlot, firstSlot + slotsLength) ?? none,
    }
  }

  isLarge(from: number, to: number): boolean {
    const size = to - from
    return size > maxNamed || size + this.#records.slots(from, to) > maxNamed
  }

  /** Keeps the names of what is inside. */
  name(from: number, to: number, depth: number): Packed {
    const accounts = {
      pieces: this.#records.pieces(from, to),
      codes: this.#codes,
      slots: this.#slots,
    }
    const name = nameAccounts(accounts, depth, (place, itsDepth, itsName) => {
      this.#names.set(nameKey(from + place, itsDepth), hashItem(pack(itsName)))
    })
    return hashItem(pack(name))
  }

  known(from: number, depth: number): Packed | undefined {
    return this.#names.get(nameKey(from, depth))
  }

  #codeAt(view: DataView, at: number): Pick<StoredAccount, 'code' | 'codeHash'> {
    const length = view.getUint32(at + 8)
    if (length === 0) return withoutCode
    const from = view.getUint32(at + 4)
    const bytes = (this.#codes[view.getUint32(at)] as Uint8Array).subarray(from, from + length)
    return { codeHash: pack(bytes.subarray(0, keyBytes)), code: bytes.slice(keyBytes) }
  }

  #storageAt(view: DataView, at: number): LazyNode<StoredSlot> {
    const records = new SlotRecords(this.#slots[view.getUint32(at)] as Uint8Array)
    const first = view.getUint32(at + 4)
    return new LazyNode(records, first, first + view.getUint32(at + 8), 0)
  }
}

/** Yields the accounts of a trie in the order of their keys; accounts that were not read stay bytes. */
export function* accountsAsStored(
  root: Node<StoredAccount> | undefined,
): Generator<StoredAccount | AccountParts, void> {
  for (const part of valuesAndRuns(root)) {
    if (!('sorted' in part)) yield part
    else if (part.sorted instanceof AccountRecords) {
      for (let place = part.from; place < part.to; place++) yield part.sorted.parts(place)
    }
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
    const value = this.#page.subarray(at + slotValueAt, at + slotBytes)
    return {
      slot: packedIn(this.#page, at + slotNumberAt, wordBytes),
      value: packTrimmed(value),
    }
  }

  isLarge(from: number, to: number): boolean {
    return to - from > few
  }

  name(from: number, to: number, depth: number): Packed {
    return nameOf(this, encodeSlot, { from, to, depth })
  }

  known(): undefined {
    return undefined
  }
}

const withoutCode = { codeHash: emptyCodeHash, code: none }

function packedIn(bytes: Uint8Array, at: number, length: number): Packed {
  return pack(bytes.subarray(at, at + length))
}

function nibbleIn(bytes: Uint8Array, at: number, position: number): number {
  const byte = bytes[at + (position >> 1)] as number
  return (position & 1) === 0 ? byte >> 4 : byte & 15
}

const keyNibbles = 64

function nameKey(place: number, depth: number): number {
  return place * keyNibbles + depth
}
