import { expect, it } from 'vitest'
import { accessOf, isAccess, looksAtAccount } from '../../../src/execution/trace/instruction.ts'
import { addressOf } from '../engine.ts'

it('is what looks at other accounts or at slots', () => {
  const opcodes = Array.from({ length: 256 }, (_, opcode) => opcode)
  const balances = [0x31, 0x3b, 0x3c, 0x3f, 0xff]
  expect(opcodes.filter(looksAtAccount)).toEqual(balances)
  expect(opcodes.filter(isAccess)).toEqual(
    [...balances, 0x54, 0x55, 0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa].sort((a, b) => a - b),
  )
})

it('has of a step the items from the top on, and memory with zeros behind it', () => {
  const access = accessOf({
    pc: 0,
    opcode: 0x54,
    gas: 1n,
    gasCost: 1n,
    depth: 1,
    refund: 0n,
    stack: [7n, 9n],
    memory: Uint8Array.of(1, 2),
    returnData: new Uint8Array(),
    address: addressOf(1),
  })
  expect([access.height, access.item(0), access.item(1)]).toEqual([2, 9n, 7n])
  expect([...access.readMemory(1n, 3n)]).toEqual([2, 0, 0])
})
