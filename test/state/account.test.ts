import { RLP } from '@ethereumjs/rlp'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  emptyCodeHash,
  encodeAccount,
  encodeSlot,
  newAccount,
  sameFields,
  storageRoot,
} from '../../src/state/account.ts'
import { pack, packTrimmed, unpack } from '../../src/state/trie/packed.ts'
import { emptyTrieRoot } from '../../src/state/trie/trieHash.ts'
import { keccak256 } from '../../src/wasm/keccak/keccak256.ts'
import { runs } from '../support/runs.ts'

const number = fc.oneof(
  fc.bigInt(0n, 300n),
  fc.integer({ min: 0, max: 256 }).map((bits) => 2n ** BigInt(bits) - 1n),
  fc.bigInt(0n, 2n ** 256n - 1n),
)

test('an account is encoded as RLP of nonce, balance, storage root and code hash', () => {
  fc.assert(
    fc.property(number, number, (nonce, balance) => {
      const account = { ...newAccount, nonce, balance, address: '', storage: undefined }
      const hashes = [unpack(emptyTrieRoot), unpack(emptyCodeHash)]
      expect(unpack(encodeAccount(account))).toEqual(RLP.encode([nonce, balance, ...hashes]))
    }),
    runs({ seed: 5 }),
  )
})

test("a slot's value is encoded as RLP", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 32 }), (bytes) => {
      fc.pre(bytes.some((byte) => byte !== 0))
      const value = packTrimmed(bytes)
      expect(unpack(encodeSlot({ slot: '', value }))).toEqual(RLP.encode(unpack(value)))
    }),
    runs({ seed: 6 }),
  )
})

test('the constants are the hashes of nothing', () => {
  expect(emptyCodeHash).toBe(pack(keccak256(new Uint8Array())))
  expect(storageRoot(undefined)).toBe(pack(keccak256(RLP.encode(''))))
})

test('accounts are the same when nonce, balance and code are', () => {
  expect(sameFields(newAccount, { ...newAccount })).toBe(true)
  expect(sameFields(newAccount, { ...newAccount, nonce: 1n })).toBe(false)
  expect(sameFields(newAccount, { ...newAccount, balance: 1n })).toBe(false)
  expect(sameFields(newAccount, { ...newAccount, codeHash: emptyTrieRoot })).toBe(false)
})
