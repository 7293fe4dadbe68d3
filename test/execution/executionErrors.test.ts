import { encodeErrorResult, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  ExecutionFailed,
  ExecutionReverted,
  revertMessage,
} from '../../src/execution/executionErrors.ts'
import { hexToBytes } from '../../src/lib/hex.ts'

const abi = parseAbi(['error Error(string)', 'error Panic(uint256)'])
const text = hexToBytes(encodeErrorResult({ abi, errorName: 'Error', args: ['too late'] }))
const panic = hexToBytes(encodeErrorResult({ abi, errorName: 'Panic', args: [0x12n] }))

describe('ExecutionReverted', () => {
  it('has code 3, the data, and the reason in its message', () => {
    expect(new ExecutionReverted(text)).toMatchObject({
      name: 'ExecutionReverted',
      code: 3,
      data: text,
      message: 'execution reverted: too late',
    })
  })

  it('says nothing more when the data tell no reason', () => {
    expect(new ExecutionReverted(Uint8Array.of(1, 2, 3)).message).toBe('execution reverted')
  })
})

describe('ExecutionFailed', () => {
  it('has code -32000', () => {
    expect(new ExecutionFailed('out of gas')).toMatchObject({
      name: 'ExecutionFailed',
      code: -32000,
      message: 'out of gas',
    })
  })
})

describe('revertMessage', () => {
  it('tells a panic in words', () => {
    expect(revertMessage(panic)).toBe('execution reverted: division or modulo by zero')
  })
})
