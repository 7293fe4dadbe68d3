import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keccak256 } from '../../../src/wasm/keccak/keccak256.ts'
import { runs } from '../../support/runs.ts'

test('hashes as noble does, whatever the length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), (bytes) => {
      expect(keccak256(bytes)).toEqual(keccak_256(bytes))
    }),
    runs({ seed: 5, numRuns: 300 }),
  )
  for (const length of [0, 135, 136, 137, 271, 272, 65_535, 65_536, 300_000, 10]) {
    const bytes = new Uint8Array(length).map((_, index) => index * 31)
    expect(keccak256(bytes)).toEqual(keccak_256(bytes))
  }
})

test('gives bytes of their own, and leaves those it is given as they are', () => {
  const bytes = Uint8Array.of(1, 2, 3)
  const first = keccak256(bytes)
  const copy = first.slice()
  keccak256(Uint8Array.of(4))
  expect(first).toEqual(copy)
  expect(bytes).toEqual(Uint8Array.of(1, 2, 3))
})
