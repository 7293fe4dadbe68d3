import { mostGas } from '../../ethereumjs/interpreter/fastInterpreter.ts'
import type { Machine } from '../../ethereumjs/machine.ts'
import { ExecutionTimeout } from '../../ethereumjs/yieldIfDue.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { TimeLimit } from '../sandbox.ts'
import { FrameObserver } from './frameObserver.ts'
import { isWatching, Observer } from './observer.ts'
import { TraceTimeout } from './traceErrors.ts'
import type { TracedTransaction, TraceHooks } from './tracer.ts'

interface Watch {
  readonly machine: Machine
  readonly hooks: TraceHooks
  readonly timeLimit: TimeLimit
}

/** What is about to run, without what the machine knows. */
export type WatchedTransaction = Pick<
  TracedTransaction,
  | 'from'
  | 'to'
  | 'gas'
  | 'gasPrice'
  | 'intrinsicGas'
  | 'block'
  | 'authorities'
  | 'payees'
  | 'firstLogIndex'
>

/**
 * Has hooks told of what a transaction with so much gas does, until the function that it gives is called.
 * Only who asks for steps has them made, one by one.
 */
export function observe({ machine, hooks, timeLimit }: Watch, gas: bigint): () => void {
  if (!isWatching(hooks)) return () => {}
  const { step, fault, stepText } = hooks
  const wantsSteps = stepText === undefined && (step !== undefined || fault !== undefined)
  const observer =
    wantsSteps || !machine.isFast || gas >= mostGas
      ? new Observer(machine, hooks, timeLimit)
      : new FrameObserver(machine, hooks)
  return () => observer.close()
}

/** Runs a transaction on the machine while `hooks` watch; the machine is rid of them afterwards. */
export async function watch<Outcome extends { readonly gasUsed: bigint }>(
  { machine, hooks, timeLimit }: Watch,
  transaction: WatchedTransaction,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const { state, common, evm } = machine
  const precompiles = new Set(evm.precompiles.keys())
  const stopObserving = observe({ machine, hooks, timeLimit }, transaction.gas)
  try {
    hooks.start?.({
      ...transaction,
      state,
      keepsDestroyed: common.isActivatedEIP(6780),
      isPrecompile: (address) => precompiles.has(bytesToHex(address).slice(2)),
    })
    await hooks.wait?.()
    const outcome = await run()
    hooks.end?.(outcome)
    await hooks.wait?.()
    return outcome
  } finally {
    hooks.close?.()
    stopObserving()
  }
}

/** Lets a trace fail as a trace when its time is over. */
export async function withinLimit<Result>(
  limitMs: number,
  trace: () => Promise<Result>,
): Promise<Result> {
  try {
    return await trace()
  } catch (error) {
    throw error instanceof ExecutionTimeout ? new TraceTimeout(limitMs) : error
  }
}
