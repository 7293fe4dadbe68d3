import { createPace, type PaceClock, type YieldIfDue } from '../clock/pace.ts'
import type { EvmPool, Machine } from '../ethereumjs/machine.ts'
import { ExecutionTimeout } from '../ethereumjs/yieldIfDue.ts'
import { lastKept } from '../lib/memo.ts'
import type { CallRules, ExecutionContext } from '../types/execution.ts'
import type { AccountOverride, CallRequest, Overrides } from '../types/request.ts'
import { type BlockEnvironment, environmentOf } from './blockEnvironment.ts'
import { type Message, messageOf } from './message.ts'
import type { ApplyOptions } from './messageRun.ts'
import { overrideBlock, withStateOverrides } from './overrides.ts'

/** How long a call may take. */
export const callLimitMs = 5_000

const noOverrides: readonly AccountOverride[] = []

/** Where calls run: a machine of their own on a state that is dropped afterwards. */
export interface Sandbox {
  readonly machine: Machine
  readonly environment: BlockEnvironment
  readonly rules: CallRules
}

/**
 * Runs `task` in a sandbox of the context with the overrides applied, for at most `limitMs`.
 * Throws an `InvalidOverride`, and an `ExecutionTimeout` when it takes longer. `task` may be run more
 * than once, and changes nothing outside; `likely`: the call that it makes.
 */
export function inSandbox<Result>(
  machines: EvmPool,
  context: ExecutionContext,
  {
    overrides,
    likely,
    limitMs = callLimitMs,
  }: {
    readonly overrides: Overrides
    readonly likely?: CallRequest
    readonly limitMs?: number
  },
  task: (sandbox: Sandbox) => Promise<Result>,
): Promise<Result> {
  const environment = overrideBlock(environmentOf(context.header), overrides.block)
  return machines.explore(
    { ...callsOn(context, environment), limitMs },
    (machine) =>
      withStateOverrides(machine, overrides.state ?? noOverrides, () =>
        task({ machine, environment, rules: context.callRules }),
      ),
    likely,
  )
}

/** What a machine needs to run calls in a block on the state of the context. */
export function callsOn(
  context: ExecutionContext,
  { number, timestamp }: BlockEnvironment,
): Parameters<EvmPool['use']>[0] {
  return {
    common: context.commonAt(number, timestamp),
    tree: context.state,
    blockHashes: context.blockHashes,
    limitMs: callLimitMs,
  }
}

/** The message of a call. Throws an `InvalidMessage`. */
export function messageOn({ machine, environment, rules }: Sandbox, request: CallRequest): Message {
  return messageOf(request, {
    chainId: machine.common.chainId(),
    baseFee: environment.baseFeePerGas,
    gasCap: rules.gasCap,
    nonce: 0n,
    sender: rules.sender,
    hasOwnFeeCap: rules.payment === 'asOfTransactions',
    createsNothing: rules.createsNothing,
  })
}

/** How the message of a call is applied. */
export function callOptions(
  { environment, rules }: Pick<Sandbox, 'environment' | 'rules'>,
  message: Message,
): ApplyOptions {
  const { payment, authorizedCreations } = rules
  const seen = seenBy(message, environment)
  return { environment: seen, validation: false, payment, authorizedCreations }
}

/** Returns the block that a call sees: without a gas price there is no base fee, and likewise for blob gas. */
function seenBy(message: Message, environment: BlockEnvironment): BlockEnvironment {
  const { gasPrice, maxFeePerBlobGas, blobVersionedHashes } = message
  const seen =
    gasPrice === 0n && environment.baseFeePerGas !== undefined
      ? withoutBaseFee(environment)
      : environment
  const hasFreeBlobs = maxFeePerBlobGas === 0n && blobVersionedHashes !== undefined
  return hasFreeBlobs ? { ...seen, blobBaseFee: 0n } : seen
}

/** The block with a base fee of 0. */
export const withoutBaseFee = lastKept(
  (environment: BlockEnvironment): BlockEnvironment => ({ ...environment, baseFeePerGas: 0n }),
)

/** How long an execution may go on, and how it shares the event loop meanwhile. */
export interface TimeLimit {
  /** What is left of the time that the whole may take. */
  leftMs(): number
  /** Lets others run when it has been long; throws an `ExecutionTimeout` when the time is over. */
  pause(): Promise<void>
  /** The same as `pause`, with a promise only if the turn has been long. */
  readonly turn: YieldIfDue
}

/** Starts a simulation that may take `limitMs`. */
export function startTimeLimit(clock: PaceClock, limitMs: number): TimeLimit {
  const endMs = clock.realMs() + limitMs
  const yieldIfDue = createPace(clock)
  const leftMs = (): number => endMs - clock.realMs()
  const turn = (): Promise<void> | undefined => {
    const nowMs = clock.realMs()
    if (nowMs >= endMs) throw new ExecutionTimeout()
    return yieldIfDue(nowMs)
  }
  return { leftMs, turn, pause: async () => turn() }
}
