import { expect, it } from 'vitest'
import { readMemory } from '../../../src/execution/trace/instruction.ts'

const memory = Uint8Array.of(1, 2, 3, 4)

it('reads what is there', () => {
  expect(readMemory(memory, 1n, 2n)).toEqual(Uint8Array.of(2, 3))
})

it('reads zeros beyond the end', () => {
  expect(readMemory(memory, 3n, 3n)).toEqual(Uint8Array.of(4, 0, 0))
  expect(readMemory(memory, 2n ** 200n, 2n)).toEqual(Uint8Array.of(0, 0))
})

it('gives bytes of its own', () => {
  const bytes = readMemory(memory, 0n, 4n)
  bytes[0] = 9
  expect(memory[0]).toBe(1)
})
