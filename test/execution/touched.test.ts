import { Address } from '@ethereumjs/util'
import { describe, expect, it } from 'vitest'
import { Touched } from '../../src/execution/touched.ts'
import { bytesToHex, type Hex, numberToBytes } from '../../src/lib/hex.ts'
import { addressOf } from './engine.ts'

const pace = { leftMs: () => 1, pause: async () => {} }
const account = new Address(addressOf(2))

function step(code: number, ...stack: readonly bigint[]) {
  const opcode = { name: '', fee: 0, isAsync: false, code }
  return { opcode, stack: [...stack], address: account }
}

function shown(touched: Touched) {
  return touched.list().map(([address, slots]) => [bytesToHex(address), slots.map(bytesToHex)])
}

describe('what code touches', () => {
  it('counts addresses and slots once', () => {
    const touched = new Touched([], new Set(), pace)
    expect(touched.size).toBe(0)
    touched.step(step(0x54, 3n))
    expect(touched.size).toBe(2)
    touched.step(step(0x55, 9n, 3n))
    expect(touched.size).toBe(2)
    touched.step(step(0x31, 5n))
    expect(touched.size).toBe(3)
    const five = bytesToHex(numberToBytes(5, 20))
    expect(shown(touched)).toEqual([
      [five, []],
      [bytesToHex(account.bytes), [bytesToHex(numberToBytes(3, 32))]],
    ])
  })

  it('takes the lower 20 bytes of a word for an address', () => {
    const touched = new Touched([], new Set(), pace)
    touched.step(step(0x3b, (0xffn << 160n) | 7n))
    expect(shown(touched)).toEqual([[bytesToHex(numberToBytes(7, 20)), []]])
  })

  it('is nothing where an opcode lacks its items', () => {
    const touched = new Touched([], new Set(), pace)
    touched.step(step(0x54))
    touched.step(step(0xf1, 1n, 2n, 3n, 4n))
    expect(touched.size).toBe(0)
  })

  it('keeps slots of excluded addresses, and nothing else of them', () => {
    const excluded = new Set<Hex>([bytesToHex(account.bytes)])
    const touched = new Touched([[account.bytes, []]], excluded, pace)
    expect(touched.size).toBe(0)
    touched.step(step(0x54, 1n))
    expect(shown(touched)).toEqual([
      [bytesToHex(account.bytes), [bytesToHex(numberToBytes(1, 32))]],
    ])
  })

  it('pauses now and then, and ends where the time is over', async () => {
    let pauses = 0
    const failing = {
      leftMs: () => 0,
      pause: async () => {
        pauses++
        throw new Error('time is over')
      },
    }
    const touched = new Touched([], new Set(), failing)
    for (let steps = 0; steps < 63; steps++) touched.step(step(0x01, 1n, 2n))
    expect(pauses).toBe(0)
    await new Promise<void>((resume) => touched.step(step(0x01, 1n, 2n), resume))
    expect(pauses).toBe(1)
    expect(() => touched.step(step(0x01, 1n, 2n))).toThrow('time is over')
  })
})
