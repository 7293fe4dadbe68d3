import type { Machine } from '../../ethereumjs/machine.ts'
import { ExecutionTimeout } from '../../ethereumjs/yieldIfDue.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { TimeLimit } from '../timeLimit.ts'
import { Observer } from './observer.ts'
import { TraceTimeout } from './traceErrors.ts'
import type { TracedTransaction, TraceHooks } from './tracer.ts'

/** What is about to run, without what the machine knows. */
export type WatchedTransaction = Pick<
  TracedTransaction,
  'from' | 'to' | 'gas' | 'authorities' | 'coinbase' | 'firstLogIndex'
>

/** Runs a transaction on the machine while `hooks` watch; the machine is rid of them afterwards. */
export async function watch<Outcome extends { readonly gasUsed: bigint }>(
  { machine, hooks, timeLimit }: { machine: Machine; hooks: TraceHooks; timeLimit: TimeLimit },
  transaction: WatchedTransaction,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const { state, common, evm } = machine
  const precompiles = new Set(evm.precompiles.keys())
  const observer = new Observer(machine, hooks, timeLimit)
  try {
    hooks.start?.({
      ...transaction,
      state,
      keepsDestroyed: common.isActivatedEIP(6780),
      isPrecompile: (address) => precompiles.has(bytesToHex(address).slice(2)),
    })
    const outcome = await run()
    hooks.end?.(outcome)
    return outcome
  } finally {
    observer.close()
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
