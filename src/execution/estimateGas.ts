import { bigIntMax, bigIntMin } from '@ethereumjs/util'
import type { EvmPool, Machine } from '../ethereumjs/machine.ts'
import { bytesToHex } from '../lib/hex.ts'
import type { ExecutionContext } from '../types/execution.ts'
import type { CallRequest, Overrides } from '../types/request.ts'
import type { StateTree } from '../types/state.ts'
import { applyMessage, type MessageResult } from './applyMessage.ts'
import { blobGasOf } from './checkMessage.ts'
import { adviceAtGasCap, ExecutionFailed, ExecutionReverted } from './executionErrors.ts'
import { InvalidMessage, type Message, messageRules } from './message.ts'

import { networkRulesOf } from './rules/networkRules.ts'
import { callLimitMs, callOptions, inSandbox, messageOn, type Sandbox } from './sandbox.ts'
import { traceCall } from './trace/traceCall.ts'
import type { RunAgain } from './trace/tracer.ts'

/** Gas of a transaction that does nothing but move ether. */
const transferGas = 21_000n

/** Gas that a call with value hands over for free: it may be missing from what was seen in use. */
const callStipend = 2_300n

const none = new Uint8Array()

/** How a node estimates. */
export interface EstimateHabits {
  /** How far above the least gas that suffices an estimate may be, as a share of it. */
  readonly tolerance: number
  /** What is answered for a transfer of ether to an account without code. */
  readonly transferGas: bigint
  /** Wei per gas that a request without a tip offers, above a base fee of 0; absent: nothing, as in calls. */
  readonly tip?: bigint | undefined
}

/** Exact, as Anvil's. */
export const exactEstimates: EstimateHabits = { tolerance: 0, transferGas }

/** The habits of geth, which stops when another trial would save little. */
export const nearEstimates: EstimateHabits = { tolerance: 0.015, transferGas }

/**
 * `eth_estimateGas`: the least gas with which the call succeeds, or a little more if `habits` allow it.
 * The call has run with exactly this gas in a sandbox of the context.
 * Throws an `InvalidMessage` or `InvalidOverride` when it cannot run, an `ExecutionReverted` or
 * `ExecutionFailed` when it fails with all the gas it can have, an `ExecutionTimeout`.
 */
export function estimateGas(
  machines: EvmPool,
  context: ExecutionContext,
  asked: CallRequest,
  given: Overrides = {},
  habits: EstimateHabits = exactEstimates,
): Promise<bigint> {
  const { request, overrides } = withTip(context, asked, given, habits)
  return inSandbox(machines, context, { overrides, likely: request }, (sandbox) => {
    const message = messageOn(sandbox, { ...request, gas: request.gas ?? 0n })
    const runWith = (gas: bigint): RunAgain => {
      const engine = { machines, limitMs: callLimitMs }
      return (hooks) =>
        traceCall(engine, context, { request: { ...request, gas }, overrides }, hooks)
    }
    const start = sandbox.machine.state.tree()
    return estimate({ machines, sandbox, message, start, habits, runWith })
  })
}

/** A request and overrides with the fees of a node whose estimates offer some by default. */
function withTip(
  { header }: ExecutionContext,
  request: CallRequest,
  overrides: Overrides,
  { tip }: EstimateHabits,
): { readonly request: CallRequest; readonly overrides: Overrides } {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = request
  if (tip === undefined || header.baseFeePerGas === undefined || gasPrice !== undefined) {
    return { request, overrides }
  }
  const affordable = maxFeePerGas !== undefined && maxFeePerGas < tip ? maxFeePerGas : tip
  return {
    request: { ...request, maxPriorityFeePerGas: maxPriorityFeePerGas ?? affordable },
    overrides: {
      ...overrides,
      block: { ...overrides.block, baseFeePerGas: overrides.block?.baseFeePerGas ?? 0n },
    },
  }
}

/** A message that is tried from the same state again and again. */
interface Trials {
  readonly machines: EvmPool
  readonly sandbox: Sandbox
  readonly message: Message
  readonly start: StateTree
  readonly habits: EstimateHabits
  /** Runs it once more, with so much gas. */
  readonly runWith: (gas: bigint) => RunAgain
}

async function estimate(trials: Trials): Promise<bigint> {
  if (isPlainTransfer(trials)) {
    // What else is in the message may cost more than a transfer, so it has to be tried.
    const transfer = await attempt(asTransfer(trials), transferGas).catch(ignoreInvalid)
    if (transfer?.status === 1) return trials.habits.transferGas
  }
  const most = maxGas(trials)
  const unbounded = await attempt(trials, most)
  if (unbounded?.status !== 1) {
    const failure = failureOf(trials, unbounded, most)
    failure.runAgain = trials.runWith(most)
    throw failure
  }
  return search(trials, unbounded, most)
}

/** Where a transfer costs what all transfers do, as until Amsterdam (EIP-2780). */
function isPlainTransfer({ message, start, sandbox }: Trials): boolean {
  if (messageRules(sandbox.machine.common).hasStateGas) return false
  const { data, to } = message
  return data.length === 0 && to !== undefined && start.code(to).length === 0
}

/** Returns the trials for the gas of a transfer: as in Anvil, the sender's balance does not matter. */
function asTransfer(trials: Trials): Trials {
  if (trials.sandbox.rules.payment !== 'affordable') return trials
  const free = { value: 0n, gasPrice: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  return { ...trials, message: { ...trials.message, ...free } }
}

/** Gas that suffices, found between what was used and what surely suffices. */
async function search(trials: Trials, unbounded: MessageResult, most: bigint): Promise<bigint> {
  let tooLow = unbounded.gasUsed - 1n
  let enough = most
  const narrow = async (gas: bigint): Promise<void> => {
    const result = await attempt(trials, gas)
    if (result?.status === 1) enough = gas
    else tooLow = gas
  }
  const { tolerance } = trials.habits
  const isFar = (): boolean =>
    tooLow + 1n < enough && Number(enough - tooLow) / Number(enough) >= tolerance
  // Most calls need exactly what they used at their peak and what calls inside left unused, which two runs show.
  const needed = unbounded.maxUsedGas + (unbounded.heldBack ?? 0n)
  const demands = tolerance === 0 ? demandsOn(trials) : undefined
  if (demands !== undefined) {
    const asBefore = needed + demands.last
    for (const gas of [asBefore, asBefore - 1n, needed, needed - 1n]) {
      if (gas > tooLow && gas < enough) await narrow(gas)
    }
  }
  // Others need besides what EIP-150 keeps back from inner calls.
  const guess = ((unbounded.maxUsedGas + callStipend) * 64n) / 63n
  if (guess > tooLow && guess < enough) await narrow(guess)
  while (isFar()) {
    // Nearer to the lower end when the other is far: most calls need little more than they used.
    await narrow(bigIntMin((tooLow + enough) / 2n, tooLow * 2n))
  }
  demands?.note(enough - needed)
  return enough
}

/** What a function has wanted the last time beyond what a run of it shows, and a note of what it wants now. */
interface Demands {
  readonly last: bigint
  note(gas: bigint): void
}

/**
 * Returns what is known of the function that the message calls. A contract that asks how much gas is left (the
 * EntryPoint of ERC-4337, a Safe) wants an amount that no run shows. The search for it takes 13 to 22 runs; trying
 * that of the last estimate takes two, and gives the same answer.
 */
function demandsOn({ machines, message: { to, data } }: Trials): Demands {
  const key = `${bytesToHex(to ?? none)} ${bytesToHex(data.subarray(0, 4))}`
  const last = machines.demands.peek(key) ?? 0n
  const note = (gas: bigint) => {
    if (gas !== last) machines.demands.put(key, gas)
  }
  return { last, note }
}

/** The most gas the call can have: by its block, its own limit, EIP-7825, its sender's balance and the cap on calls. */
function maxGas({ sandbox, message }: Trials): bigint {
  const { machine, environment, rules } = sandbox
  const { common } = machine
  const { gasCap, payment } = rules
  // Which kind of block the sender waits for is not known here.
  const largest = networkRulesOf(common)?.largeBlocks?.gasLimit ?? environment.gasLimit
  const wanted = message.gas >= transferGas ? message.gas : bigIntMax(largest, environment.gasLimit)
  const { hasStateGas } = messageRules(common)
  const isCapped = common.isActivatedEIP(7825) && !hasStateGas
  const limit = isCapped ? common.param('maxTransactionGasLimit') : gasCap
  const affordable = payment === 'unlimited' ? gasCap : (affordableGas(machine, message) ?? gasCap)
  return bigIntMin(wanted, limit, affordable, gasCap)
}

/** Gas that the sender can pay at the price it offers; none when it offers none. Throws an `InvalidMessage`. */
function affordableGas(machine: Machine, message: Message): bigint | undefined {
  const { from, maxFeePerGas, maxFeePerBlobGas, value } = message
  if (maxFeePerGas === 0n) return undefined
  const balance = machine.state.readAccount(from)?.balance ?? 0n
  if (value >= balance) {
    throw new InvalidMessage('insufficient funds', 'insufficient funds for transfer')
  }
  const blobCost = blobGasOf(message, machine) * maxFeePerBlobGas
  if (blobCost > 0n && blobCost >= balance - value) {
    throw new InvalidMessage('insufficient funds', 'insufficient funds for gas * price + value')
  }
  return (balance - value - blobCost) / maxFeePerGas
}

/** One run with so much gas. None: the gas does not even cover what is due before any code runs. */
async function attempt(
  { sandbox, message, start }: Trials,
  gas: bigint,
): Promise<MessageResult | undefined> {
  const { machine } = sandbox
  machine.state.load(start)
  try {
    return await applyMessage(machine, { ...message, gas }, callOptions(sandbox, message))
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error
    if (error.reason === 'intrinsic gas too low' || error.reason === 'floor gas too low') {
      return undefined
    }
    throw error.within(`failed with ${gas} gas: `)
  }
}

function ignoreInvalid(error: unknown): undefined {
  if (!(error instanceof InvalidMessage)) throw error
}

/** Why the call fails with all the gas it can have. */
function failureOf(
  { sandbox: { rules } }: Trials,
  result: MessageResult | undefined,
  gas: bigint,
): ExecutionReverted | ExecutionFailed {
  if (result?.isReverted === true) return new ExecutionReverted(result.output)
  if (result?.failure === undefined || result.failure === 'out of gas') {
    const advice = gas === rules.gasCap ? { advice: adviceAtGasCap(rules) } : {}
    return new ExecutionFailed('gas required exceeds allowance', { allowance: gas, ...advice })
  }
  return new ExecutionFailed(result.failure)
}
