import { describe, expect, it } from 'vitest'
import {
  index,
  looseQuantity64,
  quantity64,
  quantity256,
} from '../../../src/rpc/schema/quantity.ts'
import { invalid, parse, refusal } from './parsing.ts'

describe('quantity', () => {
  it.each([
    ['0x0', 0n],
    ['0x10', 16n],
    ['0XfF', 255n],
    [`0x${'f'.repeat(16)}`, 2n ** 64n - 1n],
  ])('reads %s', (text, value) => {
    expect(parse(quantity64, text)).toBe(value)
  })

  it('reads 256 bits where they fit', () => {
    expect(parse(quantity256, `0x${'f'.repeat(64)}`)).toBe(2n ** 256n - 1n)
  })

  it.each([
    ['', 'empty hex string, got ""'],
    ['10', 'hex string without 0x prefix, got "10"'],
    ['0x', 'hex string "0x", got "0x"'],
    ['0x01', 'hex number with leading zero digits, got "0x01"'],
    ['0xg', 'invalid hex string, got "0xg"'],
    ['-0x1', 'hex string without 0x prefix, got "-0x1"'],
    [10, 'expected a string, got 10'],
    [{}, 'expected a string, got an object'],
  ])('refuses %j', (value, problem) => {
    expect(refusal(quantity64, value)).toEqual(invalid(problem))
  })

  it('refuses what is too wide', () => {
    expect(refusal(quantity64, `0x1${'0'.repeat(16)}`)?.message).toContain('hex number > 64 bits')
    expect(refusal(quantity256, `0x1${'0'.repeat(64)}`)?.message).toContain('hex number > 256 bits')
  })

  it('does not repeat a long value whole', () => {
    expect(refusal(quantity256, `0x${'f'.repeat(100_000)}`)?.message.length).toBeLessThan(300)
  })
})

describe('index', () => {
  it('is a number', () => {
    expect(parse(index, '0x2a')).toBe(42)
  })
})

describe('looseQuantity64', () => {
  it.each([
    [7, 7n],
    ['7', 7n],
    ['0x7', 7n],
    ['0x0007', 7n],
    ['18446744073709551615', 2n ** 64n - 1n],
  ])('reads %j', (value, number) => {
    expect(parse(looseQuantity64, value)).toBe(number)
  })

  it.each([
    [-1, 'expected a whole number below 2^64, or a hex string, got -1'],
    [1.5, 'expected a whole number below 2^64, or a hex string, got 1.5'],
    ['', 'empty hex string, got ""'],
    ['0x', 'hex string "0x", got "0x"'],
    ['seven', 'hex string without 0x prefix, got "seven"'],
    ['18446744073709551616', 'number > 64 bits, got "18446744073709551616"'],
    [true, 'expected a number or a hex string, got true'],
  ])('refuses %j', (value, problem) => {
    expect(refusal(looseQuantity64, value)).toEqual(invalid(problem))
  })

  it('refuses a very long number without computing it', () => {
    expect(refusal(looseQuantity64, '9'.repeat(1_000_000))?.message).toContain('number > 64 bits')
  })
})
