import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, it } from 'vitest'
import { Core } from '../../../src/wasm/interpreter/core.ts'

interface Hashing {
  keccak256(to: number, from: number, length: number): void
}

const core = new Core()
const { keccak256 } = core.exports as unknown as Hashing
const to = core.openSlots(0)
const from = to + 64
core.exports.reserve(from + 256)

function hashed(bytes: Uint8Array): Uint8Array {
  core.bytes().set(bytes, from)
  keccak256(to, from, bytes.length)
  return core.wordAt(to).bytes
}

/** A key and the number of a mapping, as Solidity hashes them. */
function pairOf(key: number, mapping: number): Uint8Array {
  const pair = new Uint8Array(64)
  new DataView(pair.buffer).setUint32(28, key)
  new DataView(pair.buffer).setUint32(60, mapping)
  return pair
}

it('hashes two words of zeros, for which nothing is kept at first', () => {
  const zeros = new Uint8Array(64)
  expect(hashed(zeros)).toEqual(keccak_256(zeros))
  expect(hashed(zeros)).toEqual(keccak_256(zeros))
})

it('hashes pairs again after others have taken their places', () => {
  // Far more than are kept, and each of them twice.
  for (const round of [0, 1]) {
    for (let index = 0; index < 3_000; index++) {
      const pair = pairOf(index * 7919, (index + round) % 5)
      expect(hashed(pair)).toEqual(keccak_256(pair))
      expect(hashed(pair)).toEqual(keccak_256(pair))
    }
  }
})

it('tells pairs apart that differ in one byte only', () => {
  for (let at = 0; at < 64; at++) {
    const pair = new Uint8Array(64).fill(0x5a)
    expect(hashed(pair)).toEqual(keccak_256(pair))
    pair[at] = 0x5b
    expect(hashed(pair)).toEqual(keccak_256(pair))
  }
})

it('hashes what is not two words long', () => {
  for (const length of [0, 1, 32, 63, 65, 128, 200]) {
    const bytes = Uint8Array.from({ length }, (_, index) => index)
    expect(hashed(bytes)).toEqual(keccak_256(bytes))
  }
})
