import { describe, expect, it } from 'vitest'
import { EvmPool } from '../../../src/ethereumjs/machine.ts'
import {
  type CallFrame,
  type CallLog,
  callTracer,
} from '../../../src/execution/trace/callTracer.ts'
import { stateBefore, traceBlock, traceTransaction } from '../../../src/execution/trace/replay.ts'
import { noopTracer } from '../../../src/execution/trace/smallTracers.ts'
import { structLogger } from '../../../src/execution/trace/structLogger.ts'
import { NotTraceable, TraceTimeout, TracingFailed } from '../../../src/execution/trace/tracer.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import type { Receipt } from '../../../src/types/transaction.ts'
import { buildBlock, tracedForks } from './replayed.ts'
import { notes, plenty } from './tracing.ts'

const logsOf = ({ logs, calls }: CallFrame): readonly CallLog[] => [
  ...logs,
  ...calls.flatMap(logsOf),
]

function outcomeOf({ gasUsed, status, logs, firstLogIndex }: Receipt) {
  const indexes = logs.map((log, position) => ({ ...log, index: firstLogIndex + position }))
  return { gasUsed, failed: status === 0, logs: indexes }
}

describe('traceBlock', () => {
  it.each(tracedForks)('does again what the block did: %s', async (hardfork) => {
    const { engine, block, receipts } = await buildBlock(hardfork)
    const tracers = receipts.map(() => callTracer({ withLog: true }, plenty))
    await traceBlock(engine, block, (index) => tracers[index] ?? {})
    const traced = tracers.map((tracer) => {
      const frame = tracer.result()
      const logs = [...logsOf(frame)].sort((left, right) => left.index - right.index)
      const plain = logs.map(({ position: _, ...log }) => log)
      return { gasUsed: frame.gasUsed, failed: frame.error !== undefined, logs: plain }
    })
    expect(traced).toEqual(receipts.map(outcomeOf))
  })

  it.each(tracedForks)('counts gas step by step without a gap: %s', async (hardfork) => {
    const { engine, block, receipts } = await buildBlock(hardfork)
    const hooks = receipts.map(() => notes())
    await traceBlock(engine, block, (index) => hooks[index] ?? {})
    for (const { steps, received } of hooks) {
      expect(received.at(-1)).toHaveProperty('exit')
      const gaps = steps.filter((step, at) => {
        const next = steps[at + 1]
        if (next === undefined || next.depth !== step.depth || step.opcode >= 0xf0) return false
        return step.gas - step.gasCost !== next.gas
      })
      expect(gaps).toEqual([])
    }
  })
})

describe('traceTransaction', () => {
  it('tells of one transaction, after those before it', async () => {
    const { engine, block, receipts } = await buildBlock('osaka')
    const index = receipts.length - 1
    const tracer = structLogger({ limit: 1 }, { log: () => {} })
    await traceTransaction(engine, block, index, tracer)
    expect(tracer.result()).toMatchObject({ gas: receipts[index]?.gasUsed })
  })

  it('runs nothing after it', async () => {
    const { engine, block } = await buildBlock('osaka')
    const [first] = block.transactions
    if (first === undefined) throw new Error('the block is empty')
    // The second cannot run: its nonce is used.
    const broken = { ...block, transactions: [first, first] }
    await traceTransaction(engine, broken, 0, noopTracer())
    await expect(traceTransaction(engine, broken, 1, noopTracer())).rejects.toThrow(TracingFailed)
    await expect(traceTransaction(engine, broken, 1, noopTracer())).rejects.toThrow(
      /^tracing failed: nonce too low: address 0x[0-9a-fA-F]{40}, tx: 0 state: 1$/,
    )
  })

  it('ends when it takes longer than it may', async () => {
    const { engine, block } = await buildBlock('osaka')
    let ms = 0
    const clock = { realMs: () => ms++, yield: async () => {} }
    const slow = { machines: new EvmPool(emptyState(), clock), limitMs: 20 }
    const index = block.transactions.length - 1
    await expect(traceTransaction(slow, block, index, notes())).rejects.toThrow(
      new TraceTimeout(20),
    )
    await traceTransaction({ ...slow, limitMs: 1_000_000 }, block, index, notes())
    await traceTransaction(engine, block, index, notes())
  })
})

describe('stateBefore', () => {
  it.each(tracedForks)('is the state that a transaction found: %s', async (hardfork) => {
    const { engine, block, states } = await buildBlock(hardfork)
    for (const index of [0, 1, block.transactions.length - 1]) {
      const state = await stateBefore(engine, block, index)
      expect(state.root()).toEqual(states[index]?.root())
    }
  })

  it('is none before a transaction that the block does not have', async () => {
    const { engine, block } = await buildBlock('osaka')
    const { length } = block.transactions
    await expect(stateBefore(engine, block, length)).rejects.toThrow(
      new NotTraceable(`transaction index ${length} out of range for block 1, which has ${length}`),
    )
  })
})
