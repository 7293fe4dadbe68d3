import type { SimulatedBlock } from '../../../execution/simulate/simulateBlock.ts'
import type { SimulatedCall, SimulatedFailure } from '../../../execution/simulate/simulateCall.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import { formatTransaction } from '../transaction/transaction.ts'
import { zeroHash } from '../zero.ts'
import { formatHeaderFields } from './header.ts'
import { formatLogAt } from './log.ts'

/** The service's answer, or exactly the specification's. */
export type SimulateFormat = 'service' | 'execution-apis'

/** A simulated transaction, its call and its position. */
interface PlacedCall {
  readonly block: SimulatedBlock
  readonly transaction: SignedTransaction
  readonly call: SimulatedCall
  readonly index: number
}

function placedCalls(block: SimulatedBlock): readonly PlacedCall[] {
  return block.transactions.map((transaction, index) => {
    const call = block.calls[index]
    if (call === undefined) throw new Error(`transaction ${index} of a simulation has no call`)
    return { block, transaction, call, index }
  })
}

function formatLogs({ block, transaction, call, index }: PlacedCall) {
  return call.logs.map(({ log, logIndex }) =>
    formatLogAt(log, {
      blockHash: block.hash,
      blockNumber: block.header.number,
      blockTimestamp: block.header.timestamp,
      transactionHash: transaction.hash,
      transactionIndex: index,
      logIndex,
      removed: false,
    }),
  )
}

function formatFailure({ code, message, data }: SimulatedFailure) {
  return { message, code, ...(data !== undefined && { data: bytesToHex(data) }) }
}

/** Call result: execution-apis `CallResults`; the service has a text for `error` and no `maxUsedGas`. */
function formatCall(placed: PlacedCall, format: SimulateFormat) {
  const { failure } = placed.call
  const isService = format === 'service'
  const outcome = isService ? formatServiceOutcome(placed) : formatOutcome(placed)
  // Most have none, and to spread takes longer than all else here.
  if (failure === undefined) return outcome
  return { ...outcome, error: isService ? failure.message : formatFailure(failure) }
}

function formatServiceOutcome(placed: PlacedCall) {
  const { returnData, gasUsed, status } = placed.call
  return {
    returnData: bytesToHex(returnData),
    logs: formatLogs(placed),
    gasUsed: quantity(gasUsed),
    status: quantity(status),
  }
}

function formatOutcome(placed: PlacedCall) {
  const { returnData, gasUsed, maxUsedGas, status } = placed.call
  return {
    returnData: bytesToHex(returnData),
    logs: formatLogs(placed),
    gasUsed: quantity(gasUsed),
    maxUsedGas: quantity(maxUsedGas),
    status: quantity(status),
  }
}

function formatSimulatedBlock(block: SimulatedBlock, full: boolean, format: SimulateFormat) {
  const { header, hash, size, withdrawals } = block
  const calls = placedCalls(block)
  return {
    ...formatHeaderFields(header, hash),
    // The service keeps nothing of a simulation, so it names no state.
    ...(format === 'service' && { stateRoot: zeroHash }),
    size: quantity(size),
    calls: calls.map((placed) => formatCall(placed, format)),
    transactions: calls.map(({ transaction, index }) =>
      full ? formatTransaction(transaction, { blockHash: hash, header, index }) : transaction.hash,
    ),
    uncles: [],
    ...(header.withdrawalsRoot !== undefined && {
      withdrawals: withdrawals.map((withdrawal) => withdrawal.toJSON()),
    }),
  }
}

/**
 * Answer of `eth_simulateV1`: execution-apis `EthSimulateResult`, with whole transactions when
 * `full`. The service leaves out the blocks that only fill a gap in the numbers.
 */
export function formatSimulation(
  blocks: readonly SimulatedBlock[],
  { format, full }: { format: SimulateFormat; full: boolean },
) {
  const shown = format === 'service' ? blocks.filter(({ isFilling }) => !isFilling) : blocks
  return shown.map((block) => formatSimulatedBlock(block, full, format))
}
