import { openInThread } from '../../../src/execution/script/openScript.ts'
import { type Budget, createBudget } from '../../../src/execution/trace/frames.ts'
import { traceCall } from '../../../src/execution/trace/traceCall.ts'
import type {
  Fault,
  FrameEnd,
  FrameStart,
  Step,
  TraceHooks,
  Tracer,
} from '../../../src/execution/trace/tracer.ts'
import type { CallRequest, Overrides } from '../../../src/types/request.ts'
import type { Log } from '../../../src/types/transaction.ts'
import type { Item } from '../assemble.ts'
import { addressOf, createEngine, type EngineOptions, funded } from '../engine.ts'

/** More than these tests trace. */
export const plenty = createBudget(10_000_000)

/** What recorders of these tests may use. */
export function recordingOf(budget: Budget) {
  const place = { blockHash: null, blockNumber: 7n, transactionHash: null, transactionIndex: 0 }
  const scripts = { openScript: openInThread, limitMs: 5_000, scriptBytes: 2 ** 24 }
  return { engine: { ...scripts, stepShape: 'geth' as const }, budget, place }
}

export interface TraceSetting extends EngineOptions {
  /** From `addressOf(0xff)`, who has an ether, to `addressOf(1)` if it does not say otherwise. */
  readonly request?: CallRequest
  readonly overrides?: Overrides
  readonly limitMs?: number
}

/** Traces a call with 100,000 gas for its code. */
export async function traced<Result>(
  tracer: Tracer<Result>,
  { request = {}, overrides = {}, limitMs = 5_000, ...options }: TraceSetting,
): Promise<Result> {
  await watched(tracer, { request, overrides, limitMs, ...options })
  return tracer.result()
}

/** As `traced`, for hooks that make no result. */
export async function watched(
  hooks: TraceHooks,
  { request = {}, overrides = {}, limitMs = 5_000, accounts = [], ...options }: TraceSetting,
): Promise<void> {
  const { machines, context } = await createEngine({
    accounts: [funded(0xff), ...accounts],
    ...options,
  })
  const call = { from: addressOf(0xff), to: addressOf(1), gas: 121_000n, ...request }
  await traceCall({ machines, limitMs }, context, { request: call, overrides }, hooks)
}

/** What hooks are told, in order. Of steps only the opcode; of others all. */
export type Note =
  | { readonly step: number }
  | { readonly enter: FrameStart }
  | { readonly exit: FrameEnd }
  | { readonly fault: Fault }
  | { readonly log: Log }

/** Notes all that hooks are told. */
export function notes(): TraceHooks & { readonly received: Note[]; readonly steps: Step[] } {
  const received: Note[] = []
  const steps: Step[] = []
  return {
    received,
    steps,
    enter: (enter) => received.push({ enter }),
    exit: (exit) => received.push({ exit }),
    fault: (fault) => received.push({ fault }),
    log: (log) => received.push({ log }),
    step: (step) => {
      steps.push(step)
      received.push({ step: step.opcode })
    },
  }
}

type CallOpcode = 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL'

/** Calls an address with the first bytes of the memory; success or not stays on the stack. */
export function calling(
  opcode: CallOpcode,
  to: Uint8Array,
  { gas = 'GAS', value = 0, inputLength = 0 }: { gas?: Item; value?: number; inputLength?: number },
): readonly Item[] {
  const sendsValue = opcode === 'CALL' || opcode === 'CALLCODE'
  const region: readonly Item[] = [0, 0, inputLength, 0]
  return [...region, ...(sendsValue ? [value] : []), to, gas, opcode]
}

/** Creates from the first bytes of the memory, with a salt when there is one. */
export function creating({
  value = 0,
  length,
  salt,
}: {
  value?: number
  length: number
  salt?: number
}): readonly Item[] {
  return salt === undefined ? [length, 0, value, 'CREATE'] : [salt, length, 0, value, 'CREATE2']
}

/** Writes up to 32 bytes at the start of the memory. */
export function remembering(bytes: Uint8Array): readonly Item[] {
  return [Uint8Array.from({ length: 32 }, (_, at) => bytes[at] ?? 0), 0, 'MSTORE']
}
