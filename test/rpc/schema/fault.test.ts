import { describe, expect, it } from 'vitest'
import { fault } from '../../../src/rpc/methods/preconf/faults.ts'
import { parse, refusal } from './parsing.ts'

describe('fault', () => {
  it.each([
    [
      { kind: 'latency', ms: 100 },
      { kind: 'latency', ms: 100 },
    ],
    [
      { kind: 'latency', ms: '0x64', jitterMs: '0xa', times: '0x2' },
      { kind: 'latency', ms: 100, jitterMs: 10, times: 2 },
    ],
    [
      { kind: 'staleReads', flashblocks: '0x3' },
      { kind: 'staleReads', flashblocks: 3 },
    ],
    [
      { kind: 'skipFlashblock', index: '0x0' },
      { kind: 'skipFlashblock', index: 0 },
    ],
    [
      { kind: 'sealWithoutFlashblocks', count: '0x1', probability: 0.5 },
      { kind: 'sealWithoutFlashblocks', count: 1, probability: 0.5 },
    ],
    [{ kind: 'disconnect', method: null, times: null }, { kind: 'disconnect' }],
    [
      { kind: 'error', code: -32005, data: null },
      { kind: 'error', code: -32005, data: null },
    ],
    [
      { kind: 'error', message: '0x10', method: 'eth_*' },
      { kind: 'error', message: '0x10', method: 'eth_*' },
    ],
  ])('reads %j', (value, expected) => {
    expect(parse(fault, value)).toEqual(expected)
  })

  it.each([
    ['latency', 'expected an object, got "latency"'],
    [[], 'expected an object, got an array of 0'],
    [{}, 'the fault has no kind: give one of'],
    [
      Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`member${index}`, index])),
      'a fault has at most 64 members, not 65',
    ],
    [{ kind: 'latency', ms: '1 parsec' }, "invalid ms '1 parsec' of the fault latency"],
    [{ kind: 'latency', ms: '-0x1' }, "invalid ms '-0x1'"],
    [{ kind: 'latency', ms: null }, 'invalid ms undefined'],
    [{ kind: 'staleReads', flashblocks: 64 }, 'give a whole number from 1 to 63'],
    [{ kind: 'error', probability: '0x1' }, 'give a number from 0 to 1'],
    [{ kind: 'error', methods: 'eth_*' }, "a fault of kind error has no 'methods'"],
  ])('refuses %j', (value, problem) => {
    expect(refusal(fault, value)).toEqual({
      code: -32602,
      message: expect.stringContaining(problem),
    })
  })
})
