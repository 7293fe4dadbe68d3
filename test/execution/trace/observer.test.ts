import { Address } from '@ethereumjs/util'
import { describe, expect, it } from 'vitest'
import { startTimeLimit } from '../../../src/execution/sandbox.ts'
import { Observer } from '../../../src/execution/trace/observer.ts'
import { hexToBytes } from '../../../src/lib/hex.ts'
import { assemble } from '../assemble.ts'
import { addressOf, contract, createEngine, onMachine } from '../engine.ts'
import { calling, creating, type Note, notes, remembering, watched } from './tracing.ts'

/** One word for each thing told: opcodes in hex, kinds of frames, errors of ends. */
function outline(received: readonly Note[]): readonly string[] {
  return received.map((thing) => {
    if ('step' in thing) return thing.step.toString(16)
    if ('enter' in thing) return `enter ${thing.enter.kind}`
    if ('exit' in thing) return `exit ${thing.exit.error ?? 'well'}`
    return 'fault' in thing ? `fault ${thing.fault.error}` : 'log'
  })
}

const stop = contract(2, assemble('STOP'))

describe('Observer', () => {
  it('tells frames, steps and logs in the order in which they happen', async () => {
    const hooks = notes()
    const code = assemble(
      0,
      0,
      'LOG0',
      ...calling('CALL', addressOf(2), {}),
      addressOf(7),
      'SELFDESTRUCT',
    )
    await watched(hooks, { accounts: [contract(1, code), stop] })
    expect(outline(hooks.received)).toEqual([
      ...['enter CALL', '60', '60', 'a0', 'log'],
      ...['60', '60', '60', '60', '60', '73', '5a', 'f1'],
      ...['enter CALL', '0', 'exit well'],
      ...['73', 'ff', 'enter SELFDESTRUCT', 'exit well', 'exit well'],
    ])
  })

  it('tells of an instruction that could not begin right after it', async () => {
    const hooks = notes()
    await watched(hooks, { accounts: [contract(1, assemble('ADD'))] })
    const error = 'stack underflow (0 <=> 2)'
    expect(outline(hooks.received)).toEqual(['enter CALL', '1', `fault ${error}`, `exit ${error}`])
  })

  it('does not tell logs that are not made', async () => {
    const hooks = notes()
    const accounts = [
      contract(1, assemble(...calling('STATICCALL', addressOf(2), {}))),
      contract(2, assemble(0, 0, 'LOG0')),
    ]
    await watched(hooks, { accounts })
    expect(outline(hooks.received)).not.toContain('log')
    expect(outline(hooks.received)).toContain('exit write protection')
  })

  it('tells the words of a log and the data from memory that was not there before', async () => {
    const hooks = notes()
    const code = assemble(...remembering(Uint8Array.of(9)), 5, 34, 0, 'LOG1')
    await watched(hooks, { accounts: [contract(1, code)] })
    const data = Uint8Array.from({ length: 34 }, (_, at) => (at === 0 ? 9 : 0))
    const topics = [Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 5 : 0))]
    expect(hooks.received).toContainEqual({ log: { address: addressOf(1), topics, data } })
  })

  it('tells what a call has returned until the next one', async () => {
    const hooks = notes()
    const failing = contract(3, assemble('INVALID'))
    const returning = contract(2, assemble(...remembering(Uint8Array.of(5)), 1, 0, 'RETURN'))
    const code = assemble(
      ...calling('CALL', addressOf(2), { gas: 1_000 }),
      ...calling('CALL', addressOf(3), { gas: 1_000 }),
    )
    await watched(hooks, { accounts: [contract(1, code), returning, failing] })
    const own = hooks.steps.filter(({ depth }) => depth === 1)
    expect(own.map(({ returnData }) => returnData.length)).toEqual([
      ...Array(8).fill(0),
      ...Array(8).fill(1),
      0,
    ])
  })

  it('tells of a creation that it returns only revert data', async () => {
    for (const [end, length] of [
      ['RETURN', 0],
      ['REVERT', 3],
    ] as const) {
      const hooks = notes()
      const init = assemble(3, 0, end)
      const code = assemble(...remembering(init), ...creating({ length: init.length }))
      await watched(hooks, { accounts: [contract(1, code)] })
      expect(hooks.steps.at(-1)?.returnData.length).toBe(length)
    }
  })

  it('tells a call that does not begin as having returned nothing', async () => {
    const hooks = notes()
    const returning = contract(2, assemble(1, 0, 'RETURN'))
    const code = assemble(
      ...calling('CALL', addressOf(2), {}),
      ...calling('CALL', addressOf(2), { value: 1 }),
    )
    await watched(hooks, { accounts: [contract(1, code), returning] })
    expect(hooks.steps.at(-1)?.returnData.length).toBe(0)
    expect(hooks.steps.at(-2)?.returnData.length).toBe(1)
  })

  it('tells precompiles as frames without steps, and what they refuse as no revert', async () => {
    const hooks = notes()
    const pairing = hexToBytes('0000000000000000000000000000000000000006')
    const code = assemble(
      ...remembering(new Uint8Array(32).fill(1)),
      ...calling('CALL', pairing, { gas: 10_000, inputLength: 32 }),
    )
    await watched(hooks, { accounts: [contract(1, code)] })
    expect(outline(hooks.received).slice(-5)).toEqual([
      'f1',
      'enter CALL',
      'exit precompiled failed',
      '0',
      'exit well',
    ])
  })

  it('leaves no listener behind', async () => {
    const engine = await createEngine({ accounts: [contract(1, assemble('STOP'))] })
    const clock = { realMs: () => 0, yield: async () => {} }
    await onMachine(engine, async (machine) => {
      const names = ['beforeMessage', 'step', 'afterMessage'] as const
      const counts = () => names.map((name) => machine.evm.events.listenerCount(name))
      const before = counts()
      const observer = new Observer(machine, notes(), startTimeLimit(clock, 1_000))
      expect(counts()).toEqual(before.map((count) => count + 1))
      observer.close()
      expect(counts()).toEqual(before)
    })
  })

  it('gives way to others while code calls without ever jumping', async () => {
    const code = assemble(
      ...Array.from({ length: 30 }, () => calling('CALL', addressOf(1), { gas: 'GAS' })).flat(),
    )
    let yields = 0
    let ms = 0
    const { machines, context } = await createEngine({ accounts: [contract(1, code)] })
    const clock = { realMs: () => ms++, yield: async () => void yields++ }
    const common = context.commonAt(7n, 1_000n)
    const on = { common, tree: context.state, blockHashes: context.blockHashes }
    await machines.use(on, async (machine) => {
      const observer = new Observer(machine, notes(), startTimeLimit(clock, 1_000_000))
      await machine.evm.runCall({ to: new Address(addressOf(1)), gasLimit: 200_000n })
      observer.close()
    })
    expect(yields).toBeGreaterThan(5)
  })
})
