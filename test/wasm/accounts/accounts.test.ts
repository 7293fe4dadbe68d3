import { concatBytes } from '@ethereumjs/util'
import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToHex, numberToBytes } from '../../../src/lib/hex.ts'
import {
  emptyCodeHash,
  encodeAccount,
  type StorageNode,
  storageRoot,
} from '../../../src/state/account.ts'
import { nameOf, type Sorted } from '../../../src/state/lazyNode.ts'
import { pack, packTrimmed } from '../../../src/state/trie/packed.ts'
import { newOwner, nibbleAt, put } from '../../../src/state/trie/trie.ts'
import { nameAccounts, parseAccounts, sortAccounts } from '../../../src/wasm/accounts/accounts.ts'
import {
  balanceAt,
  codeAt,
  nonceAt,
  recordBytes,
  slotBytes,
  slotsAt,
  slotValueAt,
} from '../../../src/wasm/accounts/layout.ts'
import { runs } from '../../support/runs.ts'

interface Slot {
  readonly key: Uint8Array
  readonly value: Uint8Array
}

interface Account {
  readonly key: Uint8Array
  readonly nonce: bigint
  readonly balance: bigint
  readonly codeHash: Uint8Array | undefined
  readonly slots: readonly Slot[]
}

/** Keys that often share nearly all that they begin with: no hashes do. */
const key = fc
  .record({
    shared: fc.constantFrom(0, 1, 2, 3, 15, 29, 31),
    last: fc.uint8Array({ minLength: 1, maxLength: 4 }),
  })
  .map(({ shared, last }) => {
    const bytes = new Uint8Array(32).fill(0x77)
    bytes.set(last.subarray(0, 32 - shared), shared)
    return bytes
  })
const ordered = <Item extends { readonly key: Uint8Array }>(
  items: fc.Arbitrary<Item>,
  most: number,
) =>
  fc
    .uniqueArray(items, { selector: (item) => pack(item.key), minLength: 1, maxLength: most })
    .map((list) => list.sort((left, right) => (pack(left.key) < pack(right.key) ? -1 : 1)))

const value = fc.oneof(
  fc.bigInt({ min: 1n, max: 300n }),
  fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
)
const slot = fc.record({ key, value: value.map((number) => numberToBytes(number, 32)) })
const account: fc.Arbitrary<Account> = fc.record({
  key,
  nonce: fc.oneof(fc.bigInt({ min: 0n, max: 300n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
  balance: fc.oneof(fc.constant(0n), value),
  codeHash: fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 }), { nil: undefined }),
  slots: fc.oneof(fc.constant([]), ordered(slot, 40)),
})

/** As they stand in memory, in pieces. */
function recordsOf(accounts: readonly Account[]) {
  const codes: Uint8Array[] = []
  const slots: Uint8Array[] = []
  const pieces = accounts.map(({ key, nonce, balance, codeHash, slots: own }) => {
    const record = new Uint8Array(recordBytes)
    const view = new DataView(record.buffer)
    record.set(key)
    record.set(numberToBytes(balance, 32), balanceAt)
    record.set(numberToBytes(nonce, 8), nonceAt)
    if (codeHash !== undefined) {
      view.setUint32(codeAt, codes.length)
      view.setUint32(codeAt + 8, 33)
      codes.push(codeHash)
    }
    if (own.length > 0) {
      const page = new Uint8Array(own.length * slotBytes)
      for (const [index, { key: slotKey, value: itsValue }] of own.entries()) {
        page.set(slotKey, index * slotBytes)
        page.set(itsValue, index * slotBytes + slotValueAt)
      }
      view.setUint32(slotsAt, slots.length)
      view.setUint32(slotsAt + 8, own.length)
      slots.push(page)
    }
    return record
  })
  return { pieces, codes, slots }
}

/** What the nodes themselves are called, as the trie's own code names them. */
function sortedOf(accounts: readonly Account[]): Sorted<Account> {
  const at = (place: number) => accounts[place] as Account
  return {
    nibble: (place, position) => nibbleAt(pack(at(place).key), position),
    key: (place) => pack(at(place).key),
    value: at,
    isLarge: () => false,
    name: () => '',
    known: () => undefined,
  }
}

function encode({ nonce, balance, codeHash, slots }: Account): string {
  let storage: StorageNode | undefined
  for (const { key: slotKey, value: itsValue } of slots) {
    const stored = { slot: '', value: packTrimmed(itsValue) }
    storage = put(storage, pack(slotKey), stored, newOwner())
  }
  const fields = {
    address: '',
    storage: undefined,
    nonce,
    balance,
    codeHash: codeHash === undefined ? emptyCodeHash : pack(codeHash),
    code: new Uint8Array(),
  }
  return encodeAccount(fields, storageRoot(storage))
}

test('tries are named as their nodes are', () => {
  fc.assert(
    fc.property(ordered(account, 60), (accounts) => {
      const sorted = sortedOf(accounts)
      const expected = (from: number, to: number, depth: number) =>
        nameOf(sorted, encode, { from, to, depth })
      const name = nameAccounts(recordsOf(accounts), 0, (place, depth, itsName) => {
        const start = pack((accounts[place] as Account).key)
        const isInside = ({ key: other }: Account) =>
          Array.from({ length: depth }, (_, position) => position).every(
            (position) => nibbleAt(pack(other), position) === nibbleAt(start, position),
          )
        const count = accounts.filter(isInside).length
        expect(count).toBeGreaterThan(16)
        expect(`\xa0${pack(itsName)}`).toBe(expected(place, place + count, depth))
      })
      expect(`\xa0${pack(name)}`).toBe(expected(0, accounts.length, 0))
    }),
    runs({ seed: 1802, numRuns: 200 }),
  )
})

test('a part of a trie is named by what its keys do not share', () => {
  // All begin with the same byte.
  const accounts = Array.from({ length: 40 }, (_, index) => ({
    key: new Uint8Array(32).fill(0x77).fill(index, 1, 3),
    nonce: BigInt(index),
    balance: 1n,
    codeHash: undefined,
    slots: [],
  }))
  for (const depth of [0, 1, 2]) {
    const received: (readonly [number, number])[] = []
    const name = nameAccounts(recordsOf(accounts), depth, (place, itsDepth) =>
      received.push([place, itsDepth]),
    )
    expect(`\xa0${pack(name)}`).toBe(nameOf(sortedOf(accounts), encode, { from: 0, to: 40, depth }))
    expect(received.at(-1)).toEqual([0, depth])
  }
})

test('records are put into the order of their keys, wherever they stand', () => {
  fc.assert(
    fc.property(fc.array(key, { minLength: 1, maxLength: 300 }), fc.nat(7), (keys, cut) => {
      const records = keys.map((bytes, index) => {
        const record = new Uint8Array(recordBytes).fill(index)
        record.set(bytes)
        return record
      })
      const expected = [...new Set(keys.map(pack))].sort().map((packed) => {
        const at = keys.findIndex((bytes) => pack(bytes) === packed)
        return bytesToHex((records[at] as Uint8Array).slice())
      })
      const all = new Uint8Array(records.length * recordBytes)
      for (const [index, record] of records.entries()) all.set(record, index * recordBytes)
      const pieces: Uint8Array[] = []
      const step = (cut + 1) * recordBytes
      for (let at = 0; at < all.length; at += step) pieces.push(all.subarray(at, at + step))
      const areDifferent = sortAccounts(pieces, 0)
      expect(areDifferent).toBe(expected.length === keys.length)
      if (!areDifferent) return
      const sorted = keys.map((_, index) =>
        bytesToHex(all.subarray(index * recordBytes, (index + 1) * recordBytes)),
      )
      expect(sorted).toEqual(expected)
    }),
    runs({ seed: 1803, numRuns: 200 }),
  )
})

test('code of any length is read and hashed', () => {
  // Whole permutations of Keccak-256, and a byte less and more.
  const edges = [1, 2, 3, 4, 5].flatMap((blocks) => [
    136 * blocks - 1,
    136 * blocks,
    136 * blocks + 1,
  ])
  const lengths = [...Array(40).keys(), ...edges, ...edges, 24_576]
  const codes = lengths.map((length) =>
    Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256),
  )
  const texts = codes.map((code, index) => {
    const address = bytesToHex(numberToBytes(index, 20))
    return `"${address}":{"nonce":0,"balance":"0x0","code":"${bytesToHex(code)}","storage":{}}`
  })
  const parsed = parseAccounts(new TextEncoder().encode(texts.join(',')), 0, 0)
  expect(parsed.count).toBe(codes.length)
  const view = new DataView(parsed.records.buffer, parsed.records.byteOffset)
  for (const [index, code] of codes.entries()) {
    if (code.length === 0) continue
    const at = index * recordBytes + codeAt
    const from = view.getUint32(at + 4)
    const stored = parsed.codes.slice(from, from + view.getUint32(at + 8))
    expect(bytesToHex(stored)).toBe(bytesToHex(concatBytes(keccak_256(code), code)))
  }
})
