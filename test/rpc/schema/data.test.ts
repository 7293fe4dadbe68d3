import { describe, expect, it } from 'vitest'
import { address, data, shortData } from '../../../src/rpc/schema/data.ts'

import { invalid, parse, refusal } from './parsing.ts'

describe('data', () => {
  it('reads bytes, upper case too', () => {
    expect(parse(data, '0xABcd')).toEqual(Uint8Array.of(0xab, 0xcd))
    expect(parse(data, '0x')).toEqual(new Uint8Array())
  })

  it('reads and refuses long ones alike', () => {
    const zeros = '0'.repeat(100_000)
    expect(parse(data, `0x${zeros}fF`)).toEqual(new Uint8Array(50_001).fill(255, 50_000))
    for (const wrong of ['g', '\u0130']) {
      const problem = expect.stringMatching(/invalid hex string/)
      expect(refusal(data, `0x${zeros}${wrong}0`)).toMatchObject({ message: problem })
    }
    const odd = expect.stringMatching(/hex string of odd length/)
    expect(refusal(data, `0x${zeros}0`)).toMatchObject({ message: odd })
  })

  it.each([
    ['abcd', 'hex string without 0x prefix, got "abcd"'],
    ['0xabc', 'hex string of odd length, got "0xabc"'],
    ['0xzz', 'invalid hex string, got "0xzz"'],
    [1, 'expected a string, got 1'],
  ])('refuses %j', (value, problem) => {
    expect(refusal(data, value)).toEqual(invalid(problem))
  })
})

describe('address', () => {
  it('reads 20 bytes, whatever the checksum', () => {
    const mixed = '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266'
    expect(parse(address, mixed)).toEqual(parse(address, mixed.toLowerCase()))
  })

  it('refuses another length in the words of geth', () => {
    const short = `0x${'1'.repeat(38)}`
    expect(refusal(address, short)).toEqual(
      invalid(`hex string has length 38, want 40 for common.Address, got "${short}"`),
    )
  })
})

describe('short data', () => {
  it('is of no more bytes than it says', () => {
    expect(parse(shortData(2), '0x')).toEqual(new Uint8Array())
    expect(parse(shortData(2), '0xabcd')).toEqual(Uint8Array.of(0xab, 0xcd))
    expect(refusal(shortData(2), '0xabcdef')).toEqual(
      invalid('hex string has length 6, want at most 4, got "0xabcdef"'),
    )
    expect(refusal(shortData(2), '0xa')).toEqual(invalid('hex string of odd length, got "0xa"'))
  })
})
