import { expect, test } from 'vitest'
import { numberToBytes } from '../../../src/lib/hex.ts'
import { hashedKey, pack } from '../../../src/state/trie/packed.ts'

import { keccak256 } from '../../../src/wasm/keccak/keccak256.ts'

test('a key is the hash of the address or slot, asked once or again', () => {
  for (const bytes of [numberToBytes(1, 20), numberToBytes(1, 32), numberToBytes(1, 20)]) {
    expect(hashedKey(pack(bytes))).toBe(pack(keccak256(bytes)))
  }
})
