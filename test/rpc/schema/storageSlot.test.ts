import { expect, it } from 'vitest'
import { bytesToHex } from '../../../src/lib/hex.ts'
import { storageSlot } from '../../../src/rpc/schema/data.ts'
import { invalid, parse, refusal } from './parsing.ts'

const word = (digits: string) => `0x${digits.padStart(64, '0')}`

it.each([
  ['0x0', word('0'), '0x0'],
  ['0x', word('0'), '0x0'],
  ['0x2A', word('2a'), '0x2a'],
  ['0x002a', word('2a'), '0x2a'],
  ['2a', word('2a'), '0x2a'],
  [42, word('2a'), '0x2a'],
  [word('2a'), word('2a'), word('2a')],
])('reads %j', (value, slot, key) => {
  const parsed = parse(storageSlot, value)
  expect({ slot: bytesToHex(parsed.slot), key: parsed.key }).toEqual({ slot, key })
})

it.each([
  ['0xgg', 'invalid hex in storage key, got "0xgg"'],
  [
    `0x${'0'.repeat(65)}`,
    `storage key too long (want at most 32 bytes), got "0x${'0'.repeat(65)}"`,
  ],
  [-1, 'expected a whole number from 0 to 2^53 - 1, got -1'],
  [{}, 'expected a hex string or a number, got an object'],
])('refuses %j', (value, problem) => {
  expect(refusal(storageSlot, value)).toEqual(invalid(problem))
})
