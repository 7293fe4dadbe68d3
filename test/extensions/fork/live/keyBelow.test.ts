import { expect, test } from 'vitest'
import { keyBelow } from '../../../../src/extensions/fork/live/liveState.ts'
import { bytesToHex } from '../../../../src/lib/hex.ts'
import { unpack } from '../../../../src/state/trie/packed.ts'
import { keccak256 } from '../../../../src/wasm/keccak/keccak256.ts'

test.each([
  ['', 32],
  ['0', 20],
  ['c3a', 32],
  ['0f7e', 20],
] as const)('the hash of a key below %j begins with it', async (digits, length) => {
  const key = unpack(await keyBelow(digits, length))
  expect(key).toHaveLength(length)
  expect(bytesToHex(keccak256(key))).toMatch(new RegExp(`^0x${digits}`))
})
