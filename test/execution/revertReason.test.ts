import { encodeErrorResult, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { revertReason } from '../../src/execution/executionErrors.ts'
import { hexToBytes } from '../../src/lib/hex.ts'

const abi = parseAbi(['error Error(string)', 'error Panic(uint256)', 'error Custom(uint256)'])

function reasonOf(errorName: 'Error' | 'Panic' | 'Custom', ...args: readonly [string | bigint]) {
  return revertReason(hexToBytes(encodeErrorResult({ abi, errorName, args: args as never })))
}

describe('revertReason', () => {
  it('reads the text of Error(string)', () => {
    expect(reasonOf('Error', 'not the owner')).toBe('not the owner')
    expect(reasonOf('Error', '')).toBe('')
    expect(reasonOf('Error', 'größer als 32 Bytes, und nicht nur ASCII ✓')).toBe(
      'größer als 32 Bytes, und nicht nur ASCII ✓',
    )
  })

  it('reads a text without the padding after it', () => {
    const padded = encodeErrorResult({ abi, errorName: 'Error', args: ['abc'] })
    expect(revertReason(hexToBytes(padded.slice(0, -58)))).toBe('abc')
  })

  it.each([
    [0x00n, 'generic panic'],
    [0x01n, 'assert(false)'],
    [0x11n, 'arithmetic underflow or overflow'],
    [0x12n, 'division or modulo by zero'],
    [0x32n, 'out-of-bounds access of an array or bytesN'],
    [0x99n, 'unknown panic code: 0x99'],
  ])('names panic %s', (code, words) => {
    expect(reasonOf('Panic', code)).toBe(words)
  })

  it('has none for custom errors, and for bytes that are no error', () => {
    expect(reasonOf('Custom', 7n)).toBeUndefined()
    expect(revertReason(new Uint8Array())).toBeUndefined()
    expect(revertReason(hexToBytes('08c379'))).toBeUndefined()
  })

  it('has none for an error whose data end too early', () => {
    const whole = hexToBytes(encodeErrorResult({ abi, errorName: 'Error', args: ['hello'] }))
    expect(revertReason(whole.subarray(0, 4))).toBeUndefined()
    expect(revertReason(whole.subarray(0, 4 + 32))).toBeUndefined()
    expect(revertReason(whole.subarray(0, 4 + 64 + 4))).toBeUndefined()
    const panic = hexToBytes(encodeErrorResult({ abi, errorName: 'Panic', args: [1n] }))
    expect(revertReason(panic.subarray(0, 20))).toBeUndefined()
  })

  it('has none for a text that would begin beyond all data', () => {
    const far = hexToBytes(`08c379a0${'ff'.repeat(32)}${'00'.repeat(64)}`)
    expect(revertReason(far)).toBeUndefined()
  })
})
