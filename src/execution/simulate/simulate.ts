import type { BlockHeader } from '@ethereumjs/block'
import { Address, createWithdrawal, type Withdrawal } from '@ethereumjs/util'
import type { YieldIfDue } from '../../clock/pace.ts'
import { hashHeader } from '../../ethereumjs/header.ts'
import type { EvmPool, Machine } from '../../ethereumjs/machine.ts'
import { depositType } from '../../ethereumjs/protocol/sharedCommon.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import type { ExecutionContext, Ledger } from '../../types/execution.ts'
import type { SimulatePayload, WithdrawalRequest } from '../../types/request.ts'
import type { StateTree } from '../../types/state.ts'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import { type BlockEnvironment, environmentOf } from '../blockEnvironment.ts'
import { withStateOverrides } from '../overrides.ts'
import { blockSize, withdrawalsRoot } from '../rules/body.ts'
import { closeBlock } from '../rules/closeBlock.ts'
import { InvalidDepositLog } from '../rules/deposits.ts'
import { nextHeader } from '../rules/header.ts'
import { enter, gasOf, openLedger } from '../rules/ledger.ts'
import { opStackOf } from '../rules/opStack.ts'
import { callLimitMs, startTimeLimit } from '../sandbox.ts'
import { LogTrace } from './logTrace.ts'
import { type BlockPlan, type SimulatedTimes, sanitize } from './sanitize.ts'
import { type OpenBlock, type SimulatedCall, simulateCall } from './simulateCall.ts'
import { simulateDeposit } from './simulateDeposit.ts'
import { SimulateError } from './simulateErrors.ts'

/** A block that does not exist, and what its calls did. */
export interface SimulatedBlock {
  readonly hash: Hex
  /** Complete: its state root is the one after the block, and the hash is over it. */
  readonly header: BlockHeader
  readonly transactions: readonly SignedTransaction[]
  /** One for each transaction. */
  readonly calls: readonly SimulatedCall[]
  readonly withdrawals: readonly Withdrawal[]
  /** Bytes of its RLP encoding. */
  readonly size: number
  /** Whether it only fills a gap in the numbers. */
  readonly isFilling: boolean
  readonly state: StateTree
}

/** What a simulated block follows. */
interface Parent {
  readonly header: BlockHeader
  /** 32 bytes. */
  readonly hash: Uint8Array
}

export interface SimulateOptions {
  readonly validation: boolean
  readonly traceTransfers: boolean
  /** Gas that the request as a whole has left. */
  readonly gasLeft: bigint
  /** Called between calls; gives a promise to wait for when others have their turn. */
  readonly turn: YieldIfDue
}

/** Runs a planned block on the machine, whose state is the one after the parent. Throws a `SimulateError` or an `InvalidOverride`. */
export function simulateBlock(
  machine: Machine,
  parent: Parent,
  plan: BlockPlan,
  options: SimulateOptions,
): Promise<SimulatedBlock> {
  const withdrawals = (plan.overrides.withdrawals ?? []).map(toWithdrawal)
  const header = openHeader(machine, { parent, plan, withdrawals, validation: options.validation })
  return withStateOverrides(machine, plan.stateOverrides, async () => {
    const opened = openLedger(machine.state, header)
    const { calls, receipts, ledger } = await runCalls(machine, { header, plan, options }, opened)
    const { isFilling } = plan
    return sealed(machine, { header, calls, receipts, ledger, withdrawals, isFilling })
  })
}

/** The header as calls see it. What is not overridden follows from the parent, which an earlier override may have changed. */
function openHeader(
  { common }: Machine,
  {
    parent,
    plan,
    withdrawals,
    validation,
  }: {
    parent: Parent
    plan: BlockPlan
    withdrawals: readonly Withdrawal[]
    validation: boolean
  },
): BlockHeader {
  const { overrides } = plan
  if (withdrawals.length > 0 && !common.isActivatedEIP(4895)) {
    throw new SimulateError('serverError', 'withdrawals set before Shanghai activation')
  }
  // Without validation calls that offer nothing must meet no base fee.
  const defaultBaseFee = validation || !common.isActivatedEIP(1559) ? undefined : 0n
  return nextHeader(parent.header, common, {
    parentHash: parent.hash,
    timestamp: plan.timestamp,
    gasLimit: overrides.gasLimit ?? parent.header.gasLimit,
    coinbase: overrides.feeRecipient ?? parent.header.coinbase.bytes,
    prevRandao: overrides.prevRandao ?? new Uint8Array(32),
    baseFeePerGas: common.isActivatedEIP(1559)
      ? (overrides.baseFeePerGas ?? defaultBaseFee)
      : undefined,
    parentBeaconBlockRoot: common.isActivatedEIP(4788) ? overrides.beaconRoot : undefined,
    withdrawalsRoot: withdrawals.length > 0 ? withdrawalsRoot(withdrawals) : undefined,
    difficulty: common.gteHardfork('paris') ? 0n : parent.header.difficulty,
  })
}

async function runCalls(
  machine: Machine,
  {
    header,
    plan,
    options,
  }: {
    header: BlockHeader
    plan: BlockPlan
    options: SimulateOptions
  },
  opened: Ledger | undefined,
): Promise<{
  calls: readonly SimulatedCall[]
  receipts: readonly Receipt[]
  ledger: Ledger | undefined
}> {
  const calls: SimulatedCall[] = []
  const receipts: Receipt[] = []
  let ledger = opened
  const block: OpenBlock = {
    machine,
    environment: overrideBlobBaseFee(environmentOf(header), plan.overrides.blobBaseFee),
    validation: options.validation,
    trace: new LogTrace(machine.evm, { transfers: options.traceTransfers }),
    transfers: options.traceTransfers,
    receipts,
    gasLeft: options.gasLeft,
    gasUsed: opened && (() => gasOf(ledger ?? opened)),
  }
  for (const request of plan.calls) {
    const simulate = request.type === depositType ? simulateDeposit : simulateCall
    const simulated = simulate(block, request)
    // What is there already is not waited for: there are many calls, and most are small.
    const { call, receipt, entry } = simulated instanceof Promise ? await simulated : simulated
    calls.push(call)
    receipts.push(receipt)
    ledger = ledger && enter(ledger, entry)
    const turn = options.turn()
    if (turn !== undefined) await turn
  }
  return { calls, receipts, ledger }
}

function overrideBlobBaseFee(
  environment: BlockEnvironment,
  blobBaseFee: bigint | undefined,
): BlockEnvironment {
  return blobBaseFee === undefined ? environment : { ...environment, blobBaseFee }
}

async function sealed(
  machine: Machine,
  {
    header: openHeader,
    calls,
    receipts,
    ledger,
    withdrawals,
    isFilling,
  }: {
    header: BlockHeader
    calls: readonly SimulatedCall[]
    receipts: readonly Receipt[]
    ledger: Ledger | undefined
    withdrawals: readonly Withdrawal[]
    isFilling: boolean
  },
): Promise<SimulatedBlock> {
  const { header } = await closeBlock(machine, openHeader, { receipts, withdrawals, ledger }).catch(
    (error: unknown) => {
      if (!(error instanceof InvalidDepositLog)) throw error
      throw new SimulateError('serverError', error.message)
    },
  )
  const transactions = receipts.map(({ transaction }) => transaction)
  const headerBytes = hashHeader(header)
  return {
    hash: bytesToHex(header.hash()),
    header,
    transactions,
    calls,
    withdrawals,
    size: blockSize(header, transactions, withdrawals, [], headerBytes),
    isFilling,
    state: machine.state.tree(),
  }
}

function toWithdrawal({ index, validatorIndex, address, amount }: WithdrawalRequest): Withdrawal {
  return createWithdrawal({ index, validatorIndex, address: new Address(address), amount })
}

/** Gas of all calls of a simulation together: the limit of geth and of the service. */
const simulationGas = 50_000_000n

/**
 * `eth_simulateV1`: blocks of calls on top of the context's block, each on the state that the one
 * before it leaves; gaps in their numbers are filled with empty blocks. Nothing of it is kept.
 * The first parent hash is the context's, so it is zero on a block that is not sealed.
 * Throws a `SimulateError` or `InvalidOverride` for the whole, an `ExecutionTimeout` when it takes too long.
 */
export async function simulate(
  machines: EvmPool,
  context: ExecutionContext,
  payload: SimulatePayload,
): Promise<readonly SimulatedBlock[]> {
  const { validation = false, traceTransfers = false } = payload
  const plans = sanitize(context.header, payload.blockStateCalls, timesOn(context))
  const timeLimit = startTimeLimit(machines.clock, callLimitMs)
  const blocks: SimulatedBlock[] = []
  const blockHashes = (number: bigint) => hashAt(number, context, blocks)
  let gasLeft = simulationGas
  for (const plan of plans) {
    const parent = parentOf(context, blocks.at(-1))
    const common = context.commonAt(plan.number, plan.timestamp)
    const on = { common, tree: parent.state, blockHashes, limitMs: timeLimit.leftMs() }
    const options = { validation, traceTransfers, gasLeft, turn: timeLimit.turn }
    const block = await machines.explore(on, (machine) =>
      simulateBlock(machine, parent, plan, options),
    )
    blocks.push(block)
    gasLeft -= block.header.gasUsed
    await timeLimit.pause()
  }
  return blocks
}

/** Returns the times of a chain whose blocks have times in milliseconds. */
function timesOn({ header, state }: ExecutionContext): SimulatedTimes | undefined {
  const opStack = opStackOf(header.common)
  if (opStack?.blockMs === undefined) return undefined
  return { stepMs: BigInt(opStack.blockMs), partMs: opStack.partMs(state) }
}

function parentOf(
  context: ExecutionContext,
  last: SimulatedBlock | undefined,
): Parent & { readonly state: StateTree } {
  return last === undefined
    ? context
    : { header: last.header, hash: hexToBytes(last.hash), state: last.state }
}

/** The hash of a block that is simulated, or on the chain below. */
function hashAt(
  number: bigint,
  context: ExecutionContext,
  blocks: readonly SimulatedBlock[],
): Uint8Array | undefined {
  const base = context.header.number
  if (number < base) return context.blockHashes(number)
  if (number === base) return context.hash
  const block = blocks[Number(number - base) - 1]
  return block && hexToBytes(block.hash)
}
