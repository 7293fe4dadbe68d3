import { describe, expect, it } from 'vitest'
import {
  type CallFrame,
  type CallTracerOptions,
  callTracer,
} from '../../../src/execution/trace/callTracer.ts'
import { createBudget } from '../../../src/execution/trace/frames.ts'
import { TraceTooLarge } from '../../../src/execution/trace/tracer.ts'
import { assemble } from '../assemble.ts'
import { addressOf, contract } from '../engine.ts'
import { calling, creating, plenty, remembering, type TraceSetting, traced } from './tracing.ts'

const trace = (setting: TraceSetting, options: CallTracerOptions = {}): Promise<CallFrame> =>
  traced(callTracer(options, plenty), setting)

const nothing = new Uint8Array()
const logging = assemble(0, 0, 'LOG0')

describe('callTracer', () => {
  it('tells the whole gas of the transaction, the data in its input included', async () => {
    const input = Uint8Array.of(1, 2, 3, 4)
    const frame = await trace({ request: { data: input, value: 5n } })
    expect(frame).toEqual({
      kind: 'CALL',
      from: addressOf(0xff),
      to: addressOf(1),
      value: 5n,
      gas: 121_000n,
      gasUsed: 21_160n,
      input,
      output: nothing,
      error: undefined,
      calls: [],
      logs: [],
    })
  })

  it('tells frames in the frame that began them', async () => {
    const accounts = [
      contract(
        1,
        assemble(...calling('CALL', addressOf(2), {}), ...calling('CALL', addressOf(3), {})),
      ),
      contract(2, assemble(...calling('STATICCALL', addressOf(3), {}))),
      contract(3, assemble('STOP')),
    ]
    const { calls } = await trace({ accounts })
    expect(
      calls.map(({ to, calls: inner }) => [to, inner.map((call) => [call.kind, call.to])]),
    ).toEqual([
      [addressOf(2), [['STATICCALL', addressOf(3)]]],
      [addressOf(3), []],
    ])
  })

  it('tells only the frame of the transaction when it is asked to', async () => {
    const accounts = [contract(1, assemble(...calling('CALL', addressOf(2), {})))]
    expect((await trace({ accounts }, { onlyTopCall: true })).calls).toEqual([])
  })

  it('tells why a frame failed, and its data only when it reverted', async () => {
    const accounts = [
      contract(
        1,
        assemble(
          ...calling('CALL', addressOf(2), { gas: 1_000 }),
          ...calling('CALL', addressOf(3), { gas: 1_000 }),
          1,
          0,
          'REVERT',
        ),
      ),
      contract(2, assemble('INVALID')),
      contract(3, assemble(1, 'JUMP')),
    ]
    const frame = await trace({ accounts })
    expect(
      [frame, ...frame.calls].map(({ error, output, gasUsed }) => [error, output, gasUsed]),
    ).toEqual([
      ['execution reverted', new Uint8Array(1), frame.gasUsed],
      ['invalid opcode: INVALID', nothing, 1_000n],
      ['invalid jump destination', nothing, 1_000n],
    ])
  })

  it('tells no address of what was not created', async () => {
    const init = assemble('INVALID')
    const code = assemble(...remembering(init), ...creating({ length: 1 }))
    const { calls } = await trace({ accounts: [contract(1, code)] })
    expect(calls).toMatchObject([{ kind: 'CREATE', to: undefined, input: init }])
  })

  it('tells deployed code as output', async () => {
    const init = assemble(1, 0, 'RETURN')
    const frame = await trace({ request: { to: undefined, data: init } })
    expect(frame).toMatchObject({ kind: 'CREATE', output: new Uint8Array(1) })
    expect(frame.to).toBeInstanceOf(Uint8Array)
  })

  it('keeps input that memory loses later', async () => {
    const code = assemble(
      ...remembering(Uint8Array.of(1)),
      ...calling('CALL', addressOf(2), { inputLength: 1 }),
      ...remembering(Uint8Array.of(9)),
    )
    const { calls } = await trace({ accounts: [contract(1, code)] })
    expect(calls[0]?.input).toEqual(Uint8Array.of(1))
  })

  it('refuses to keep more than the budget has', async () => {
    const code = assemble(
      ...Array.from({ length: 20 }, () =>
        calling('CALL', addressOf(2), { inputLength: 500 }),
      ).flat(),
    )
    const tracer = callTracer({}, createBudget(10_000))
    await expect(traced(tracer, { accounts: [contract(1, code)] })).rejects.toThrow(TraceTooLarge)
  })
})

describe('callTracer with logs', () => {
  const withLog = { withLog: true }

  it('leaves them out unless it is asked for them', async () => {
    expect((await trace({ accounts: [contract(1, logging)] })).logs).toEqual([])
  })

  it('tells each in its frame, how many calls came before, and its number in the block', async () => {
    const accounts = [
      contract(1, assemble(0, 0, 'LOG0', ...calling('CALL', addressOf(2), {}), 0, 0, 'LOG0')),
      contract(2, logging),
    ]
    const frame = await trace({ accounts }, withLog)
    const log = { address: addressOf(1), topics: [], data: nothing }
    expect(frame.logs).toEqual([
      { ...log, position: 0, index: 0 },
      { ...log, position: 1, index: 2 },
    ])
    expect(frame.calls[0]?.logs).toEqual([{ ...log, address: addressOf(2), position: 0, index: 1 }])
  })

  it('drops those of failed frames and of all frames in them, and gives them no number', async () => {
    const accounts = [
      contract(1, assemble(...calling('CALL', addressOf(2), { gas: 30_000 }), 0, 0, 'LOG0')),
      contract(2, assemble(...calling('CALL', addressOf(3), {}), 0, 0, 'REVERT')),
      contract(3, logging),
    ]
    const frame = await trace({ accounts }, withLog)
    expect(frame.calls[0]?.calls[0]?.logs).toEqual([])
    expect(frame.logs).toMatchObject([{ position: 1, index: 0 }])
  })

  it('counts those of frames that are left out', async () => {
    const accounts = [
      contract(1, assemble(...calling('CALL', addressOf(2), {}), 0, 0, 'LOG0')),
      contract(2, logging),
    ]
    const frame = await trace({ accounts }, { withLog: true, onlyTopCall: true })
    expect(frame.calls).toEqual([])
    expect(frame.logs).toMatchObject([{ address: addressOf(1), position: 0, index: 1 }])
  })
})
