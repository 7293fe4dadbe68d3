import { describe, expect, it } from 'vitest'
import {
  type FlatCallTracerOptions,
  flatCallTracer,
} from '../../../src/execution/trace/callTracer.ts'
import { createBudget } from '../../../src/execution/trace/frames.ts'
import { TraceTooLarge } from '../../../src/execution/trace/tracer.ts'
import { hexToBytes } from '../../../src/lib/hex.ts'
import { assemble } from '../assemble.ts'
import { addressOf, contract } from '../engine.ts'
import { calling, plenty, type TraceSetting, traced } from './tracing.ts'

const trace = (setting: TraceSetting, options: FlatCallTracerOptions = {}) =>
  traced(flatCallTracer(options, plenty), setting)

const identity = hexToBytes('0000000000000000000000000000000000000004')
const toIdentity = calling('STATICCALL', identity, {})
const delegatedIdentity = calling('DELEGATECALL', identity, {})

const tree = [
  contract(
    1,
    assemble(
      ...calling('CALL', addressOf(2), {}),
      ...toIdentity,
      ...calling('CALL', addressOf(3), {}),
    ),
  ),
  contract(2, assemble(...calling('CALL', addressOf(3), {}), ...delegatedIdentity)),
  contract(3, assemble('STOP')),
]

describe('flatCallTracer', () => {
  it('tells each frame after the one that began it, with the way to it', async () => {
    const frames = await trace({ accounts: tree })
    expect(
      frames.map(({ frame, traceAddress, subtraces }) => [frame.to, traceAddress, subtraces]),
    ).toEqual([
      [addressOf(1), [], 2],
      [addressOf(2), [0], 2],
      [addressOf(3), [0, 0], 0],
      [identity, [0, 1], 0],
      [addressOf(3), [1], 0],
    ])
  })

  it('tells calls of precompiles when it is asked to', async () => {
    const frames = await trace({ accounts: tree }, { includePrecompiles: true })
    expect(frames.map(({ frame, traceAddress }) => [frame.kind, traceAddress])).toEqual([
      ['CALL', []],
      ['CALL', [0]],
      ['CALL', [0, 0]],
      ['DELEGATECALL', [0, 1]],
      ['STATICCALL', [1]],
      ['CALL', [2]],
    ])
  })

  it.each([
    ['INVALID', 'invalid opcode: INVALID', 'Bad instruction'],
    ['JUMP', 'stack underflow (0 <=> 1)', 'Stack underflow'],
  ] as const)("says errors in geth's words or in Parity's: %s", async (opcode, geth, parity) => {
    const accounts = [contract(1, assemble(opcode))]
    expect((await trace({ accounts }))[0]?.error).toBe(geth)
    expect((await trace({ accounts }, { convertParityErrors: true }))[0]?.error).toBe(parity)
  })

  it('leaves an error that Parity did not know unchanged', async () => {
    const accounts = [contract(1, assemble(...calling('CALL', addressOf(2), { value: 1 })))]
    const frames = await trace({ accounts }, { convertParityErrors: true })
    expect(frames[1]?.error).toBe('insufficient balance for transfer')
  })

  it('refuses ways that are longer than the budget', async () => {
    const recursive = contract(1, assemble(...calling('CALL', addressOf(1), {})))
    const tracer = flatCallTracer({}, createBudget(30_000))
    const setting = { accounts: [recursive], request: { gas: 10_000_000n } }
    await expect(traced(tracer, setting)).rejects.toThrow(TraceTooLarge)
  })
})
