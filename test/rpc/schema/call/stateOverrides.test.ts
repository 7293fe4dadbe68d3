import { describe, expect, it } from 'vitest'
import { stateOverrides } from '../../../../src/rpc/schema/overrides.ts'
import { invalid, parse, refusal } from '../parsing.ts'

const address = `0x${'aB'.repeat(20)}`
const word = `0x${'22'.repeat(32)}`
const addressBytes = new Uint8Array(20).fill(0xab)
const wordBytes = new Uint8Array(32).fill(0x22)

describe('stateOverrides', () => {
  it('reads no overrides', () => {
    expect(parse(stateOverrides, {})).toEqual([])
    expect(parse(stateOverrides, { [address]: {} })).toEqual([{ address: addressBytes }])
  })

  it('reads every field', () => {
    expect(
      parse(stateOverrides, {
        [address]: {
          balance: '0x1',
          nonce: '0x2',
          code: '0x03',
          state: { [word]: word },
          stateDiff: { [word]: word },
          movePrecompileToAddress: address,
        },
      }),
    ).toEqual([
      {
        address: addressBytes,
        balance: 1n,
        nonce: 2n,
        code: Uint8Array.of(3),
        state: [[wordBytes, wordBytes]],
        stateDiff: [[wordBytes, wordBytes]],
        movePrecompileToAddress: addressBytes,
      },
    ])
  })

  it('keeps apart a storage that is emptied and one that is left unchanged', () => {
    const [emptied, kept] = parse(stateOverrides, {
      [`0x${'01'.repeat(20)}`]: { state: {} },
      [`0x${'02'.repeat(20)}`]: {},
    })
    expect([emptied?.state, kept?.state]).toEqual([[], undefined])
  })

  it('takes the last of two spellings of an address', () => {
    expect(
      parse(stateOverrides, {
        [address]: { balance: '0x1' },
        [address.toLowerCase()]: { balance: '0x2' },
      }),
    ).toEqual([{ address: addressBytes, balance: 2n }])
  })

  it('refuses more accounts than the limit', () => {
    const many = Object.fromEntries(Array.from({ length: 100_001 }, (_, index) => [index, {}]))
    expect(refusal(stateOverrides, many)).toEqual(
      invalid('too many entries: the limit is 100000 (--limit jsonMembers=N), got an object'),
    )
  })

  it.each([
    [{ '0x12': {} }, '0x12: hex string has length 2, want 40 for common.Address, got "0x12"'],
    [{ [address]: 1 }, `${address}: expected an object, got 1`],
    [{ [address]: { balance: '1' } }, `${address}.balance: hex string without 0x prefix, got "1"`],
    [
      { [address]: { state: { '0x1': word } } },
      `${address}.state.0x1: hex string of odd length, got "0x1"`,
    ],
    [
      { [address]: { state: { [word]: '0x01' } } },
      `${address}.state.${word}: hex string has length 2, want 64 for common.Hash, got "0x01"`,
    ],
    [[], 'expected an object, got an array of 0'],
    ['0x', 'expected an object, got "0x"'],
  ])('refuses %j', (value, problem) => {
    expect(refusal(stateOverrides, value)).toEqual(invalid(problem))
  })
})
