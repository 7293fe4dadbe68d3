import { describe, expect, it } from 'vitest'
import { blockOverrides } from '../../../../src/rpc/schema/overrides.ts'
import { invalid, parse, refusal } from '../parsing.ts'

const address = `0x${'11'.repeat(20)}`
const word = `0x${'22'.repeat(32)}`
const addressBytes = new Uint8Array(20).fill(0x11)
const wordBytes = new Uint8Array(32).fill(0x22)

describe('blockOverrides', () => {
  it('reads every field', () => {
    expect(
      parse(blockOverrides, {
        number: '0x1',
        time: '0x2',
        gasLimit: '0x3',
        feeRecipient: address,
        prevRandao: word,
        baseFeePerGas: '0x4',
        blobBaseFee: '0x5',
        beaconRoot: word,
        withdrawals: [{ index: '0x0', validatorIndex: '0x1', address, amount: '0x2' }],
      }),
    ).toEqual({
      number: 1n,
      timestamp: 2n,
      gasLimit: 3n,
      feeRecipient: addressBytes,
      prevRandao: wordBytes,
      baseFeePerGas: 4n,
      blobBaseFee: 5n,
      beaconRoot: wordBytes,
      withdrawals: [{ index: 0n, validatorIndex: 1n, address: addressBytes, amount: 2n }],
    })
  })

  it.each([
    [{ timestamp: '0x2' }, { timestamp: 2n }],
    [{ coinbase: address }, { feeRecipient: addressBytes }],
    [{ random: word }, { prevRandao: wordBytes }],
    [{ baseFee: '0x4' }, { baseFeePerGas: 4n }],
    [{}, {}],
  ])('knows the other names in %j', (value, overrides) => {
    expect(parse(blockOverrides, value)).toEqual(overrides)
  })

  it('reads prevRandao as a quantity', () => {
    const { prevRandao } = parse(blockOverrides, { prevRandao: '0x12' })
    expect(prevRandao).toEqual(new Uint8Array(32).fill(0x12, 31))
  })

  it.each([
    [{ number: 1 }, 'number: expected a string, got 1'],
    [{ gasLimit: '0x' }, 'gasLimit: hex string "0x", got "0x"'],
    [{ feeRecipient: '0x1' }, 'feeRecipient: hex string of odd length, got "0x1"'],
    [[], 'expected an object, got an array of 0'],
  ])('refuses %j', (value, problem) => {
    expect(refusal(blockOverrides, value)).toEqual(invalid(problem))
  })
})
