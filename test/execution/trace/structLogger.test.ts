import { describe, expect, it } from 'vitest'
import {
  type StructLog,
  type StructLoggerOptions,
  structLogger,
} from '../../../src/execution/trace/structLogger.ts'
import { assemble } from '../assemble.ts'
import { addressOf, contract } from '../engine.ts'
import { calling, remembering, type TraceSetting, traced } from './tracing.ts'

/** The trace, with the storage as it is when a step is told. */
async function trace(setting: TraceSetting, options: StructLoggerOptions = {}) {
  const logs: StructLog[] = []
  const write = (log: StructLog) => {
    logs.push({ ...log, storage: log.storage && new Map(log.storage) })
  }
  return { logs, ...(await traced(structLogger(options, { log: write }), setting)) }
}

const adding = [contract(1, assemble(2, 3, 'ADD'))]

describe('structLogger', () => {
  it('tells each step by name, with the stack and without memory or return data', async () => {
    const { logs } = await trace({ accounts: adding })
    const base = { depth: 1, refund: 0n, memory: undefined, returnData: undefined }
    expect(logs).toEqual([
      { ...base, pc: 0, op: 'PUSH1', gas: 100_000n, gasCost: 3n, stack: [] },
      { ...base, pc: 2, op: 'PUSH1', gas: 99_997n, gasCost: 3n, stack: [2n] },
      { ...base, pc: 4, op: 'ADD', gas: 99_994n, gasCost: 3n, stack: [2n, 3n] },
      { ...base, pc: 5, op: 'STOP', gas: 99_991n, gasCost: 0n, stack: [5n] },
    ])
  })

  it('tells what the transaction used, whether it failed, and what it returned', async () => {
    const output = Uint8Array.of(7)
    const returning = assemble(...remembering(output), 1, 0, 'RETURN')
    expect(await trace({ accounts: [contract(1, returning)] })).toMatchObject({
      gas: 21_018n,
      failed: false,
      returnValue: output,
    })
    const reverting = assemble(...remembering(output), 1, 0, 'REVERT')
    expect(await trace({ accounts: [contract(1, reverting)] })).toMatchObject({
      gas: 21_018n,
      failed: true,
      returnValue: output,
    })
    expect(await trace({ accounts: [contract(1, assemble('INVALID'))] })).toMatchObject({
      gas: 121_000n,
      failed: true,
      returnValue: new Uint8Array(),
    })
  })

  it('tells nothing but the gas of a transaction that runs no code', async () => {
    const { logs, gas, failed } = await trace({})
    expect({ logs, gas, failed }).toEqual({ logs: [], gas: 21_000n, failed: false })
  })

  it('leaves the stack out, and puts memory and return data in, as it is asked', async () => {
    const options = { disableStack: true, enableMemory: true, enableReturnData: true }
    const { logs } = await trace({ accounts: adding }, options)
    const nothing = new Uint8Array()
    expect(logs[2]).toMatchObject({ stack: undefined, memory: nothing, returnData: nothing })
  })

  it('tells as many steps as the limit says, and the whole of the rest', async () => {
    const { logs, gas } = await trace({ accounts: adding }, { limit: 2 })
    expect(logs.map(({ op }) => op)).toEqual(['PUSH1', 'PUSH1'])
    expect(gas).toBe(21_009n)
  })

  it('tells slots where they are read and written, those before with them', async () => {
    const code = assemble(5, 1, 'SSTORE', 2, 'SLOAD', 'POP', 6, 1, 'SSTORE')
    const { logs } = await trace({ accounts: [contract(1, code)] })
    expect(logs.map(({ storage }) => storage && [...storage])).toEqual([
      ...[undefined, undefined, [[1n, 5n]]],
      ...[undefined, [[1n, 5n], [2n, 0n]], undefined], // biome-ignore format: one row each
      ...[undefined, undefined, [[1n, 6n], [2n, 0n]], undefined], // biome-ignore format: one row each
    ])
  })

  it('tells slots by the contract that they belong to', async () => {
    const store = assemble(5, 1, 'SSTORE')
    const code = assemble(
      ...[7, 2, 'SSTORE' as const],
      ...calling('CALL', addressOf(2), {}),
      ...calling('DELEGATECALL', addressOf(2), {}),
    )
    const { logs } = await trace({ accounts: [contract(1, code), contract(2, store)] })
    const stores = logs.filter(({ op }) => op === 'SSTORE')
    expect(stores.map(({ storage = new Map() }) => [...storage.keys()])).toEqual([
      [2n],
      [1n],
      [2n, 1n],
    ])
  })

  it('leaves slots out when it is asked to', async () => {
    const { logs } = await trace(
      { accounts: [contract(1, assemble(5, 1, 'SSTORE'))] },
      { disableStorage: true },
    )
    expect(logs.every(({ storage }) => storage === undefined)).toBe(true)
  })

  it('tells why an instruction could not begin, and only then', async () => {
    const { logs } = await trace({ accounts: [contract(1, assemble(1, 'ADD'))] })
    expect(logs.map(({ op, error }) => [op, error])).toEqual([
      ['PUSH1', undefined],
      ['ADD', 'stack underflow (1 <=> 2)'],
    ])
    const reverting = await trace({ accounts: [contract(1, assemble(0, 0, 'REVERT'))] })
    expect(reverting.logs.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
  })

  it('counts calls in calls', async () => {
    const accounts = [
      contract(1, assemble(...calling('CALL', addressOf(2), {}))),
      contract(2, assemble('ADDRESS')),
    ]
    const { logs } = await trace({ accounts })
    expect(logs.filter(({ depth }) => depth === 2).map(({ op }) => op)).toEqual(['ADDRESS', 'STOP'])
  })
})
