import { expect, it } from 'vitest'
import { createBudget } from '../../../src/execution/trace/frames.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import type { TracerChoice } from '../../../src/rpc/schema/traceOptions.ts'
import { createRecorder } from '../../../src/rpc/trace/recorder.ts'
import { assemble } from '../assemble.ts'
import { addressOf, contract, type EngineOptions } from '../engine.ts'
import { calling, recordingOf, watched } from './tracing.ts'

async function runTraced(choice: TracerChoice, accounts: EngineOptions['accounts']) {
  const recording = recordingOf(createBudget(1_000_000))
  const recorder = createRecorder(choice, recording)
  await watched(recorder.hooks, { accounts: accounts ?? [] })
  return JSON.parse([...recorder.json(recording.place)].join(''))
}

const erc7562: TracerChoice = { tracer: 'erc7562Tracer', options: {} }
const other = bytesToHex(addressOf(2))
const slot = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

it('tells the slots of each frame: what they held before it wrote them, and how often it did', async () => {
  const code = assemble(0, 'SLOAD', 0, 'SLOAD', 7, 1, 'SSTORE', 1, 'SLOAD', 8, 1, 'SSTORE', 'STOP')
  const trace = await runTraced(erc7562, [contract(1, code)])
  expect(trace.accessedSlots).toEqual({
    reads: { [slot(0)]: [slot(0)] },
    writes: { [slot(1)]: 2 },
    transientReads: {},
    transientWrites: {},
  })
  expect(trace.usedOpcodes).toEqual({ '0x0': 1, '0x54': 3, '0x55': 2 })
})

it('tells whose code was looked at, and how much there was', async () => {
  const looks = assemble(addressOf(2), 'EXTCODESIZE', 'ISZERO', addressOf(3), 'EXTCODEHASH', 'POP')
  const calls = assemble(...calling('CALL', addressOf(2), {}), 'GAS', 'POP', 'STOP')
  const code = assemble({ raw: looks }, { raw: calls })
  const trace = await runTraced(erc7562, [contract(1, code), contract(2, assemble('STOP'))])
  const third = bytesToHex(addressOf(3))
  expect(trace).toMatchObject({
    extCodeAccessInfo: [third],
    contractSize: {
      [other]: { contractSize: 1, opcode: 0x3b },
      [third]: { contractSize: 0, opcode: 0x3f },
    },
    // GAS before a call is allowed.
    usedOpcodes: { '0x0': 1, '0x3b': 1, '0x3f': 1, '0x5a': 1, '0xf1': 1 },
    outOfGas: false,
    calls: [{ to: other, usedOpcodes: { '0x0': 1 }, contractSize: {} }],
  })
})

it('tells which frames ran out of gas, and what was hashed, at the root', async () => {
  const hashing = assemble(0xab, 0, 'MSTORE8', 1, 0, 'KECCAK256', 0, 0, 'KECCAK256', 'STOP')
  const spent = await runTraced(erc7562, [
    contract(1, assemble(...calling('CALL', addressOf(2), { gas: 10 }), 'STOP')),
    contract(2, hashing),
  ])
  expect(spent.calls).toMatchObject([{ outOfGas: true, error: 'out of gas' }])
  const trace = await runTraced(erc7562, [
    contract(1, assemble(...calling('CALL', addressOf(2), {}), 'STOP')),
    contract(2, hashing),
  ])
  expect([trace.keccak, trace.calls[0].keccak]).toEqual([['0x', '0xab'], undefined])
})

it('counts other opcodes, and tells logs, when it is asked to', async () => {
  const code = assemble(1, 2, 'ADD', 'POP', 0, 0, 'LOG0', 'STOP')
  const options = { ignoredOpcodes: new Set([0xa0]), withLog: true }
  const trace = await runTraced({ tracer: 'erc7562Tracer', options }, [contract(1, code)])
  expect(trace.usedOpcodes).toMatchObject({ '0x1': 1, '0x50': 1, '0x60': 4, '0x0': 1 })
  expect(trace.logs).toMatchObject([{ data: '0x', topics: [], index: '0x0', position: '0x0' }])
})

it('tells all that is hashed by its hash, as keccak256PreimageTracer', async () => {
  const code = assemble(0, 0, 'KECCAK256', 0, 0, 'KECCAK256', 32, 0, 'KECCAK256', 'STOP')
  expect(await runTraced({ tracer: 'keccak256PreimageTracer' }, [contract(1, code)])).toEqual({
    '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470': '0x',
    '0x290decd9548b62a8d60345a988386fc84ba6bc95484008f6362f93160ef3e563': slot(0),
  })
})
