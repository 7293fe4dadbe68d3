import { describe, expect, it } from 'vitest'
import { Touched } from '../../src/execution/createAccessList.ts'
import type { Access } from '../../src/execution/trace/tracer.ts'
import { bytesToHex, type Hex, numberToBytes } from '../../src/lib/hex.ts'
import { addressOf } from './engine.ts'

const account = addressOf(2)

function access(opcode: number, ...stack: readonly bigint[]): Access {
  return {
    opcode,
    address: account,
    height: stack.length,
    item: (nth) => stack.at(-1 - nth) as bigint,
    readMemory: () => new Uint8Array(),
  }
}

function shown(touched: Touched) {
  return touched.list().map(([address, slots]) => [bytesToHex(address), slots.map(bytesToHex)])
}

describe('what code touches', () => {
  it('counts addresses and slots once', () => {
    const touched = new Touched([], new Set())
    expect(touched.size).toBe(0)
    touched.access(access(0x54, 3n))
    expect(touched.size).toBe(2)
    touched.access(access(0x55, 9n, 3n))
    expect(touched.size).toBe(2)
    touched.access(access(0x31, 5n))
    expect(touched.size).toBe(3)
    const five = bytesToHex(numberToBytes(5, 20))
    expect(shown(touched)).toEqual([
      [five, []],
      [bytesToHex(account), [bytesToHex(numberToBytes(3, 32))]],
    ])
  })

  it('takes the lower 20 bytes of a word for an address', () => {
    const touched = new Touched([], new Set())
    touched.access(access(0x3b, (0xffn << 160n) | 7n))
    expect(shown(touched)).toEqual([[bytesToHex(numberToBytes(7, 20)), []]])
  })

  it('is nothing where an opcode lacks its items', () => {
    const touched = new Touched([], new Set())
    touched.access(access(0x54))
    touched.access(access(0xf1, 1n, 2n, 3n, 4n))
    expect(touched.size).toBe(0)
  })

  it('keeps slots of excluded addresses, and nothing else of them', () => {
    const excluded = new Set<Hex>([bytesToHex(account)])
    const touched = new Touched([[account, []]], excluded)
    expect(touched.size).toBe(0)
    touched.access(access(0x54, 1n))
    expect(shown(touched)).toEqual([[bytesToHex(account), [bytesToHex(numberToBytes(1, 32))]]])
  })
})
