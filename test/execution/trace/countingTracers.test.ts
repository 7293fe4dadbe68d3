import { describe, expect, it } from 'vitest'
import {
  gramTracer,
  legacyFourByteTracer,
  opcountTracer,
} from '../../../src/execution/trace/smallTracers.ts'
import { hexToBytes } from '../../../src/lib/hex.ts'
import { assemble } from '../assemble.ts'
import { addressOf, contract } from '../engine.ts'
import { calling, plenty, type TraceSetting, traced } from './tracing.ts'

// Two frames; the inner one ends with an instruction that cannot begin, for lack of stack items.
const setting: TraceSetting = {
  accounts: [
    contract(1, assemble(...calling('CALL', addressOf(2), {}), 'POP', 'STOP')),
    contract(2, assemble('CALLER', 'POP', 'CALLER', 'ADD')),
  ],
}
const outer = ['PUSH1', 'PUSH1', 'PUSH1', 'PUSH1', 'PUSH1', 'PUSH20', 'GAS', 'CALL']

const grams = async (size: 1 | 2 | 3) =>
  Object.fromEntries(await traced(gramTracer(size, plenty), setting))

describe('tracers that count instructions', () => {
  it('count them, with those that cannot begin', async () => {
    expect(await traced(opcountTracer(), setting)).toBe(outer.length + 4 + 2)
  })

  it('count them by name', async () => {
    const counts = await grams(1)
    expect(counts).toEqual({
      PUSH1: 5,
      PUSH20: 1,
      GAS: 1,
      CALL: 1,
      CALLER: 2,
      ADD: 1,
      POP: 2,
      STOP: 1,
    })
  })

  it('count pairs in one frame', async () => {
    expect(await grams(2)).toEqual({
      'PUSH1-PUSH1': 4,
      'PUSH1-PUSH20': 1,
      'PUSH20-GAS': 1,
      'GAS-CALL': 1,
      'CALLER-POP': 1,
      'POP-CALLER': 1,
      'CALLER-ADD': 1,
      'POP-STOP': 1,
    })
  })

  it('count three in a row, from the second of a frame on', async () => {
    expect(await grams(3)).toEqual({
      '--PUSH1': 1,
      '-PUSH1-PUSH1': 1,
      'PUSH1-PUSH1-PUSH1': 2,
      'PUSH1-PUSH1-PUSH20': 1,
      'PUSH1-PUSH20-GAS': 1,
      'PUSH20-GAS-CALL': 1,
      '--POP': 1,
      '-POP-CALLER': 1,
      'POP-CALLER-ADD': 1,
      '--STOP': 1,
    })
  })
})

it('counts selectors of creations too, as geth did', async () => {
  const request = { to: undefined, data: hexToBytes('6000600060006000') }
  const counts = await traced(legacyFourByteTracer(plenty), { request })
  expect(Object.fromEntries(counts)).toEqual({ '0x60006000-4': 1 })
})
