import { describe, expect, it } from 'vitest'
import { callRequest } from '../../../../src/rpc/schema/callRequest.ts'
import { invalid, parse, refusal } from '../parsing.ts'

const address = `0x${'11'.repeat(20)}`
const word = `0x${'22'.repeat(32)}`
const addressBytes = new Uint8Array(20).fill(0x11)
const wordBytes = new Uint8Array(32).fill(0x22)

describe('callRequest', () => {
  it('reads every field', () => {
    expect(
      parse(callRequest, {
        type: '0x2',
        from: address,
        to: address,
        gas: '0x1',
        gasPrice: '0x2',
        maxFeePerGas: '0x3',
        maxPriorityFeePerGas: '0x4',
        maxFeePerBlobGas: '0x5',
        value: '0x6',
        nonce: '0x7',
        input: '0x08',
        chainId: '0x9',
        accessList: [{ address, storageKeys: [word] }, { address }],
        authorizationList: [
          { chainId: '0x0', address, nonce: '0x100', yParity: '0x1', r: '0xabc', s: '0xd' },
        ],
        blobVersionedHashes: [word],
      }),
    ).toEqual({
      type: 2,
      from: addressBytes,
      to: addressBytes,
      gas: 1n,
      gasPrice: 2n,
      maxFeePerGas: 3n,
      maxPriorityFeePerGas: 4n,
      maxFeePerBlobGas: 5n,
      value: 6n,
      nonce: 7n,
      data: Uint8Array.of(8),
      chainId: 9n,
      accessList: [
        [addressBytes, [wordBytes]],
        [addressBytes, []],
      ],
      authorizationList: [
        [
          new Uint8Array(),
          addressBytes,
          Uint8Array.of(1, 0),
          Uint8Array.of(1),
          Uint8Array.of(0x0a, 0xbc),
          Uint8Array.of(0x0d),
        ],
      ],
      blobVersionedHashes: [wordBytes],
    })
  })

  it('takes null for a field left out', () => {
    expect(parse(callRequest, { to: null, gasPrice: null, data: null })).toEqual({})
  })

  it('ignores members it does not know', () => {
    expect(parse(callRequest, { to: address, userOperation: 1 })).toEqual({ to: addressBytes })
  })

  it.each([{ data: '0x01' }, { input: '0x01' }, { data: '0x01', input: '0x01' }])(
    'reads the input of %j',
    (value) => {
      expect(parse(callRequest, value)).toEqual({ data: Uint8Array.of(1) })
    },
  )

  it.each([
    {},
    { from: address, to: address, data: '0x01' },
    { to: address, input: '0x01', gas: '0x5208', value: '0x1' },
    { to: address.toUpperCase().replace('X', 'x'), data: '0x', unknown: {} },
    { to: '0x' },
    { to: 5 },
    { gas: '0x01' },
    { gas: `0x1${'0'.repeat(16)}` },
    { value: `0x1${'0'.repeat(64)}` },
    { data: '0xabc' },
    { input: 'ab' },
  ])('reads a plain call as one with a member that few have: %j', (call) => {
    const withFew = { ...call, nonce: null }
    expect(refusal(callRequest, call)).toEqual(refusal(callRequest, withFew))
    if (refusal(callRequest, call) !== undefined) return
    expect(parse(callRequest, call)).toEqual(parse(callRequest, withFew))
  })

  it.each([
    [
      { data: '0x01', input: '0x02' },
      'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data, got an object',
    ],
    [{ to: '0x' }, 'to: hex string has length 0, want 40 for common.Address, got "0x"'],
    [{ value: 5 }, 'value: expected a string, got 5'],
    [{ gas: `0x1${'0'.repeat(16)}` }, 'gas: hex number > 64 bits, got "0x10000000000000000"'],
    [{ data: '0x1' }, 'data: hex string of odd length, got "0x1"'],
    [{ accessList: {} }, 'accessList: expected an array, got an object'],
    [
      { accessList: [{ storageKeys: [] }] },
      'accessList[0].address: missing value for required field, got nothing',
    ],
    [
      { authorizationList: [{ address }] },
      'authorizationList[0].chainId: missing value for required field, got nothing',
    ],
    [[], 'expected an object, got an array of 0'],
    ['0x', 'expected an object, got "0x"'],
  ])('refuses %j', (value, problem) => {
    expect(refusal(callRequest, value)).toEqual(invalid(problem))
  })
})
