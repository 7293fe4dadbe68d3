import { expect, it } from 'vitest'
import { bytes32, hash32 } from '../../../src/rpc/schema/data.ts'
import { parse, refusal } from './parsing.ts'

it('gives a hash in lower case, as look-ups have it', () => {
  expect(parse(hash32, `0x${'AB'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
})

it('gives 32 bytes', () => {
  expect(parse(bytes32, `0x${'ab'.repeat(32)}`)).toEqual(new Uint8Array(32).fill(0xab))
})

it.each([hash32, bytes32])('refuses another length', (schema) => {
  expect(refusal(schema, '0x12')?.message).toBe(
    'invalid argument 0: hex string has length 2, want 64 for common.Hash, got "0x12"',
  )
})
