import { describe, expect, it } from 'vitest'
import { createBudget } from '../../../src/execution/trace/frames.ts'
import { TracerNotFound, TraceTooLarge } from '../../../src/execution/trace/tracer.ts'
import type { TracePlace } from '../../../src/rpc/format/flatCallFrame.ts'
import type { TracerChoice } from '../../../src/rpc/schema/traceOptions.ts'
import { createRecorder } from '../../../src/rpc/trace/recorder.ts'
import { assemble } from '../../execution/assemble.ts'
import { contract } from '../../execution/engine.ts'
import { recordingOf, watched } from '../../execution/trace/tracing.ts'

const place: TracePlace = {
  blockHash: null,
  blockNumber: 7n,
  transactionHash: '0x71',
  transactionIndex: 0,
}

const accounts = [contract(1, assemble(1, 0, 'MSTORE', 1, 31, 'RETURN'))]
const request = { data: Uint8Array.of(1, 2, 3, 4) }

async function record(choice: TracerChoice, maxLength = 1_000_000): Promise<unknown> {
  const recorder = createRecorder(choice, recordingOf(createBudget(maxLength)))
  await watched(recorder.hooks, { accounts, request })
  return JSON.parse([...recorder.json(place)].join(''))
}

const structLogger: TracerChoice = { tracer: 'structLogger', options: {} }
const call: TracerChoice = { tracer: 'callTracer', options: {} }

describe('createRecorder', () => {
  it('writes steps', async () => {
    expect(await record(structLogger)).toMatchObject({
      failed: false,
      returnValue: '0x01',
      structLogs: [
        { pc: 0, op: 'PUSH1' },
        { pc: 2, op: 'PUSH1' },
        { pc: 4, op: 'MSTORE' },
        { pc: 5, op: 'PUSH1' },
        { pc: 7, op: 'PUSH1' },
        { pc: 9, op: 'RETURN' },
      ],
    })
  })

  it('writes frames, in the tree or in a list with their place', async () => {
    expect(await record(call)).toMatchObject({ type: 'CALL', input: '0x01020304', output: '0x01' })
    expect(await record({ tracer: 'flatCallTracer', options: {} })).toMatchObject([
      { type: 'call', traceAddress: [], transactionHash: '0x71', blockNumber: 7 },
    ])
  })

  it('writes accounts, selectors, and nothing', async () => {
    const prestate = await record({ tracer: 'prestateTracer', options: {} })
    expect(Object.keys(prestate as object)).toHaveLength(2)
    expect(await record({ tracer: '4byteTracer' })).toEqual({ '0x01020304-0': 1 })
    expect(await record({ tracer: 'noopTracer' })).toEqual({})
  })

  it('writes what several tracers tell, by their names', async () => {
    const several: TracerChoice = {
      tracer: 'muxTracer',
      tracers: [
        ['callTracer', call],
        ['4byteTracer', { tracer: '4byteTracer' }],
      ],
    }
    expect(await record(several)).toEqual({
      callTracer: await record(call),
      '4byteTracer': { '0x01020304-0': 1 },
    })
  })

  it('refuses a tracer that there is not, among several too', () => {
    const unknown: TracerChoice = { tracer: 'unknown', name: 'mine' }
    const recording = recordingOf(createBudget(100))
    expect(() => createRecorder(unknown, recording)).toThrow(TracerNotFound)
    const several: TracerChoice = { tracer: 'muxTracer', tracers: [['mine', unknown]] }
    expect(() => createRecorder(several, recording)).toThrow(/"mine" is none of callTracer, /)
  })

  it.each([structLogger, call, { tracer: 'prestateTracer', options: {} } as const])(
    'refuses to write more than there is room for: $tracer',
    async (choice) => {
      await expect(record(choice, 100)).rejects.toThrow(TraceTooLarge)
    },
  )
})
