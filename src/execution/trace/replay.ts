import type { BlockHeader } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import type { BlockHashes, EvmPool, Machine } from '../../ethereumjs/machine.ts'
import { writeEdit } from '../../state/stateChanges.ts'
import { StateMiss } from '../../state/stateMiss.ts'
import type { PlacedEdit, StateTree } from '../../types/state.ts'

import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import { applyTransaction } from '../applyTransaction.ts'
import { authorityOf } from '../authorizations.ts'
import { intrinsicGas, pricedOf } from '../intrinsicGas.ts'
import { InvalidMessage } from '../message.ts'
import { opStackOf } from '../rules/opStack.ts'
import { createReceipt, effectiveGasPrice } from '../rules/receipt.ts'
import { runOpeningSystemCalls } from '../rules/systemContracts.ts'
import { startTimeLimit, type TimeLimit } from '../sandbox.ts'
import { type WatchedTransaction, watch, withinLimit } from './observer.ts'
import { NotTraceable, type TraceHooks, TracingFailed } from './tracer.ts'

/** A block that is run again, sealed or pending. */
export interface TracedBlock {
  readonly header: BlockHeader
  readonly transactions: readonly SignedTransaction[]
  /** After the block before it. */
  readonly parentState: StateTree
  /** Changes that no transaction made, in order. */
  readonly edits?: readonly PlacedEdit[] | undefined
  readonly blockHashes: BlockHashes
  /** Whether the block's system calls have run on `parentState` already. */
  readonly isOpened?: true | undefined
}

/** What traces run on and how long one may take, all that has to run before it included. */
export interface TraceEngine {
  readonly machines: EvmPool
  readonly limitMs: number
}

const unwatched: TraceHooks = {}

/** Runs the block up to the transaction at `index`, which `hooks` watch. */
export async function traceTransaction(
  engine: TraceEngine,
  block: TracedBlock,
  index: number,
  hooks: TraceHooks,
): Promise<void> {
  await replay(engine, block, index + 1, (at) => (at === index ? hooks : unwatched))
}

/** Runs all transactions of the block, each with hooks of its own. */
export async function traceBlock(
  engine: TraceEngine,
  block: TracedBlock,
  hooksOf: (index: number) => TraceHooks,
): Promise<void> {
  await replay(engine, block, block.transactions.length, hooksOf)
}

/** The state that the transaction at `index` of the block finds. Throws a `NotTraceable` when there is none. */
export async function stateBefore(
  engine: TraceEngine,
  block: TracedBlock,
  index: number,
): Promise<StateTree> {
  const { header, transactions } = block
  if (index >= transactions.length) {
    throw new NotTraceable(
      `transaction index ${index} out of range for block ${header.number}, ` +
        `which has ${transactions.length}`,
    )
  }
  return replay(engine, block, index, () => unwatched)
}

/** The state that the transaction at `index` of the block leaves. */
export async function stateAfter(
  engine: TraceEngine,
  block: TracedBlock,
  index: number,
): Promise<StateTree> {
  let left = block.parentState
  const keep = (state: StateTree) => {
    left = state
  }
  await replay(engine, block, index + 1, () => unwatched, keep)
  return left
}

/** The state after each transaction of the block. */
export async function statesAfter(
  engine: TraceEngine,
  block: TracedBlock,
): Promise<readonly StateTree[]> {
  const states: StateTree[] = []
  const keep = (state: StateTree) => states.push(state)
  await replay(engine, block, block.transactions.length, () => unwatched, keep)
  return states
}

/**
 * Runs the first `count` transactions of a block on the state before it, and reports the state after
 * each. Gives the state after them.
 */
function replay(
  { machines, limitMs }: TraceEngine,
  block: TracedBlock,
  count: number,
  hooksOf: (index: number) => TraceHooks,
  afterEach?: (state: StateTree) => void,
): Promise<StateTree> {
  const { header, transactions, parentState, blockHashes, edits = [] } = block
  const timeLimit = startTimeLimit(machines.clock, limitMs)
  const on = { common: header.common, tree: parentState, blockHashes, limitMs }
  return withinLimit(limitMs, () =>
    machines.use(on, async (machine) => {
      if (!block.isOpened) runOpeningSystemCalls(machine.state, header)
      const place = { header, machine, timeLimit }
      let last: Receipt | undefined
      const edit = (index: number) => {
        for (const placed of edits) {
          if (placed.after === index) writeEdit(machine.state, placed.edit)
        }
      }
      for (const [index, transaction] of transactions.slice(0, count).entries()) {
        await timeLimit.pause()
        edit(index)
        last = await run(place, transaction, { index, last, hooks: hooksOf(index) })
        afterEach?.(machine.state.tree())
      }
      edit(count)
      return machine.state.tree()
    }),
  )
}

interface Place {
  readonly header: BlockHeader
  readonly machine: Machine
  readonly timeLimit: TimeLimit
}

async function run(
  { header, machine, timeLimit }: Place,
  transaction: SignedTransaction,
  { index, last, hooks }: { index: number; last: Receipt | undefined; hooks: TraceHooks },
): Promise<Receipt> {
  const gasUsedBefore = last?.cumulativeGasUsed ?? 0n
  const firstLogIndex = last === undefined ? 0 : last.firstLogIndex + last.logs.length
  const watched = watchedTransaction(transaction, header, firstLogIndex)
  return watch({ machine, hooks, timeLimit }, watched, async () => {
    const result = await applyTransaction(machine, transaction, header, gasUsedBefore).catch(
      asTracingFailed,
    )
    return createReceipt(transaction, result, { header, index, gasUsedBefore, firstLogIndex })
  })
}

function watchedTransaction(
  transaction: SignedTransaction,
  header: BlockHeader,
  firstLogIndex: number,
): WatchedTransaction {
  const { sender, envelope } = transaction
  return {
    from: sender.bytes,
    to: envelope.to?.bytes,
    gas: envelope.gasLimit,
    gasPrice: effectiveGasPrice(envelope, header.baseFeePerGas ?? 0n),
    intrinsicGas: intrinsicGas(pricedOf(transaction), header.common),
    block: header,
    authorities: authoritiesOf(envelope),
    payees: [header.coinbase.bytes, ...feeVaultsOf(envelope, header)],
    firstLogIndex,
  }
}

/** Returns the recipients of fees besides the coinbase: on the OP stack, except for deposits. */
function feeVaultsOf(envelope: TypedTransaction, { common }: BlockHeader): readonly Uint8Array[] {
  const opStack = opStackOf(common)
  return opStack?.depositOf(envelope) === undefined ? (opStack?.feeVaults ?? []) : []
}

function authoritiesOf(envelope: TypedTransaction): readonly Uint8Array[] {
  if (!('authorizationList' in envelope)) return []
  return envelope.authorizationList.flatMap((item) => authorityOf(item) ?? [])
}

/** What a transaction cannot be in its block for. EthereumJS's errors have no code, and a dump of it in parentheses. */
function asTracingFailed(error: unknown): never {
  if (error instanceof StateMiss) throw error
  const hasNoCode = error instanceof Error && !('code' in error && typeof error.code === 'number')
  if (!hasNoCode && !(error instanceof InvalidMessage)) throw error
  throw new TracingFailed(error.message.split(' (vm hf=')[0] as string, { cause: error })
}
