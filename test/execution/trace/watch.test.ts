import { describe, expect, it } from 'vitest'
import type { Machine } from '../../../src/ethereumjs/machine.ts'
import { ExecutionTimeout } from '../../../src/ethereumjs/yieldIfDue.ts'
import { startTimeLimit } from '../../../src/execution/sandbox.ts'
import {
  observe,
  type WatchedTransaction,
  watch,
  withinLimit,
} from '../../../src/execution/trace/observer.ts'
import {
  type TracedTransaction,
  type TraceHooks,
  TraceTimeout,
} from '../../../src/execution/trace/tracer.ts'
import { hexToBytes } from '../../../src/lib/hex.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import { addressOf, createEngine, funded, onMachine } from '../engine.ts'
import { notes } from './tracing.ts'

const transaction: WatchedTransaction = {
  from: addressOf(1),
  to: addressOf(2),
  gas: 21_000n,
  gasPrice: 0n,
  intrinsicGas: 21_000n,
  block: { number: 1n, timestamp: 2n },
  authorities: [],
  payees: [addressOf(3)],
  firstLogIndex: 4,
}

const timeLimit = startTimeLimit({ realMs: () => 0, yield: async () => {} }, 1_000)

async function watching<Result>(
  task: (machine: Machine) => Promise<Result>,
  hardfork: HardforkName = 'osaka',
): Promise<Result> {
  return onMachine(await createEngine({ accounts: [funded(1, 5n)], hardfork }), task)
}

describe('watch', () => {
  it('lets hooks see the state before and after, and gives what came of it', async () => {
    const balances: (bigint | undefined)[] = []
    const outcome = await watching((machine) => {
      const look = () => balances.push(machine.state.readAccount(addressOf(1))?.balance)
      const hooks: TraceHooks = { start: look, end: look }
      return watch({ machine, hooks, timeLimit }, transaction, async () => {
        machine.state.writeAccount(addressOf(1), { balance: 9n })
        return { gasUsed: 7n }
      })
    })
    expect([balances, outcome]).toEqual([[5n, 9n], { gasUsed: 7n }])
  })

  it('tells the rules that tracers ask for', async () => {
    const ask = (hardfork: HardforkName) =>
      watching(async (machine) => {
        const started: TracedTransaction[] = []
        const hooks: TraceHooks = { start: (one) => started.push(one) }
        await watch({ machine, hooks, timeLimit }, transaction, async () => ({ gasUsed: 0n }))
        const [{ keepsDestroyed, isPrecompile, firstLogIndex }] = started as [TracedTransaction]
        const kzg = hexToBytes('000000000000000000000000000000000000000a')
        return { keepsDestroyed, firstLogIndex, kzg: isPrecompile(kzg) }
      }, hardfork)
    expect(await ask('shanghai')).toEqual({ keepsDestroyed: false, firstLogIndex: 4, kzg: false })
    expect(await ask('cancun')).toEqual({ keepsDestroyed: true, firstLogIndex: 4, kzg: true })
  })

  it('rids the machine of its listeners when the run fails, and tells no end', async () => {
    await watching(async (machine) => {
      const ends: unknown[] = []
      const hooks = { ...notes(), end: (outcome: unknown) => ends.push(outcome) }
      const failing = watch({ machine, hooks, timeLimit }, transaction, async () => {
        throw new Error('broken')
      })
      await expect(failing).rejects.toThrow('broken')
      expect(machine.evm.events.listenerCount('step')).toBe(0)
      expect(ends).toEqual([])
    })
  })
})

describe('observe', () => {
  it('watches nothing for hooks that need no event, and listens to steps only for those of steps', async () => {
    const watchedBy = (hooks: TraceHooks, gas = 1n) =>
      watching(async (machine) => {
        const stop = observe({ machine, hooks, timeLimit }, gas)
        const listens = machine.evm.events.listenerCount('step') > 0
        const watches = machine.watching.watcher !== undefined
        stop()
        expect(machine.watching.watcher).toBeUndefined()
        return { listens, watches }
      })
    const ends = { start: () => {}, end: () => {} }
    expect(await watchedBy(ends)).toEqual({ listens: false, watches: false })
    const frames = { enter: () => {} }
    expect(await watchedBy(frames)).toEqual({ listens: false, watches: true })
    expect(await watchedBy({ access: () => {} })).toEqual({ listens: false, watches: true })
    expect(await watchedBy({ step: () => {} })).toEqual({ listens: true, watches: false })
    // More gas than the fast interpreter counts.
    expect(await watchedBy(frames, 2n ** 50n)).toEqual({ listens: true, watches: false })
  })
})

describe('withinLimit', () => {
  it('says of an execution that was ended how long it might have taken', async () => {
    const late = withinLimit(250, async () => {
      throw new ExecutionTimeout()
    })
    await expect(late).rejects.toThrow(new TraceTimeout(250))
  })

  it('leaves other errors and results as they are', async () => {
    expect(await withinLimit(250, async () => 5)).toBe(5)
    const failing = withinLimit(250, async () => {
      throw new RangeError('broken')
    })
    await expect(failing).rejects.toThrow(new RangeError('broken'))
  })
})
