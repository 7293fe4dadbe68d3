import { bigIntMin } from '@ethereumjs/util'
import type { Machine } from '../../evm/machine.ts'
import type { CallRequest } from '../../types/request.ts'
import type { Receipt } from '../../types/transaction.ts'
import { applyCall } from '../applyCall.ts'
import type { MessageResult } from '../applyMessage.ts'
import type { BlockEnvironment } from '../blockEnvironment.ts'
import { blobGasOf } from '../checkMessage.ts'
import { revertMessage } from '../executionErrors.ts'
import { InvalidMessage } from '../invalidMessage.ts'
import { type Message, messageOf } from '../message.ts'
import { messageRules } from '../messageRules.ts'
import { revertReason } from '../revertReason.ts'
import { logsBloom } from '../rules/logsBloom.ts'
import { createAddress } from '../rules/receipt.ts'
import type { LogTrace, SimulatedLog } from './logTrace.ts'
import { simulatedTransaction } from './simulatedTransaction.ts'
import { SimulateError, unrunnable } from './simulateErrors.ts'

/** Why a simulated call failed. A revert has code 3, its data, and the reason when the data tell one. */
export interface SimulatedFailure {
  readonly code: 3 | -32015
  readonly message: string
  readonly reason?: string | undefined
  readonly data?: Uint8Array | undefined
}

/** What came of a simulated call. */
export interface SimulatedCall {
  readonly status: 0 | 1
  readonly gasUsed: bigint
  /** The most that was in use before refunds. */
  readonly maxUsedGas: bigint
  /** The deployed code of a creation; no bytes when it failed. */
  readonly returnData: Uint8Array
  readonly logs: readonly SimulatedLog[]
  readonly failure?: SimulatedFailure | undefined
}

/** A simulated block while its calls run. */
export interface OpenBlock {
  readonly machine: Machine
  readonly environment: BlockEnvironment
  readonly validation: boolean
  readonly trace: LogTrace
  /** Whether movements of ether are told as logs. */
  readonly transfers: boolean
  /** Of the calls so far. */
  readonly receipts: readonly Receipt[]
  /** Gas that the request as a whole has left. */
  readonly gasLeft: bigint
}

/** Runs one call of a simulated block. Throws a `SimulateError` when it cannot run. */
export async function simulateCall(
  block: OpenBlock,
  request: CallRequest,
): Promise<{ call: SimulatedCall; receipt: Receipt }> {
  try {
    const message = completed(block, request)
    const { machine, environment } = block
    const { result, logs } = await applied(block, message)
    const transaction = simulatedTransaction(message, {
      chainId: machine.common.chainId(),
      isLegacy: request.gasPrice !== undefined || environment.baseFeePerGas === undefined,
    })
    return {
      call: callOf(result, logs),
      receipt: receiptOf({ block, message, transaction, result }),
    }
  } catch (error) {
    throw error instanceof InvalidMessage ? unrunnable(error) : error
  }
}

/** Applies the message and numbers its logs. */
async function applied(
  { machine, environment, validation, trace, transfers }: OpenBlock,
  message: Message,
): Promise<{ result: MessageResult; logs: readonly SimulatedLog[] }> {
  const { state, isFast } = machine
  const run = () => applyCall(machine, message, { environment, validation })
  if (isFast && !transfers) {
    await state.checkpoint()
    const result = await run()
    if (result.hasLostLogs !== true) {
      await state.commit()
      return { result, logs: trace.number(result.logs) }
    }
    // Those that are lost have numbers, and only who listens learns where they were made.
    await state.revert()
  }
  const result = await trace.listen(run)
  return { result, logs: trace.take() }
}

/** The message of a request: its gas is what the block has left, cut to what the whole request has left. */
function completed(block: OpenBlock, request: CallRequest): Message {
  const { machine, environment, gasLeft } = block
  const used = block.receipts.at(-1)?.cumulativeGasUsed ?? 0n
  const left = environment.gasLimit - used
  const { gas = left, from = new Uint8Array(20) } = request
  if (gas > left) {
    throw new SimulateError(
      'blockGasLimitReached',
      `block gas limit reached: ${used + gas} > ${environment.gasLimit}`,
    )
  }
  return messageOf(request, {
    chainId: machine.common.chainId(),
    baseFee: environment.baseFeePerGas,
    gasCap: bigIntMin(left, gasLeft),
    nonce: machine.state.readAccount(from)?.nonce ?? 0n,
  })
}

function callOf(result: MessageResult, logs: readonly SimulatedLog[]): SimulatedCall {
  const { status, gasUsed, maxUsedGas, output } = result
  if (status === 1) return { status, gasUsed, maxUsedGas, returnData: output, logs }
  const returnData = new Uint8Array()
  return { status, gasUsed, maxUsedGas, returnData, logs: [], failure: failureOf(result) }
}

function failureOf({ isReverted, output, failure = '' }: MessageResult): SimulatedFailure {
  if (!isReverted) return { code: -32015, message: failure }
  return { code: 3, message: revertMessage(output), reason: revertReason(output), data: output }
}

function receiptOf({
  block,
  message,
  transaction,
  result,
}: {
  block: OpenBlock
  message: Message
  transaction: Receipt['transaction']
  result: MessageResult
}): Receipt {
  const { machine, receipts } = block
  const last = receipts.at(-1)
  const { from, to, nonce } = message
  const blobGasUsed = blobGasOf(message, machine)
  return {
    transaction,
    index: receipts.length,
    status: result.status,
    gasUsed: result.gasUsed,
    cumulativeGasUsed: (last?.cumulativeGasUsed ?? 0n) + result.gasUsed,
    effectiveGasPrice: message.gasPrice,
    contractAddress: to === undefined ? createAddress(from, nonce) : undefined,
    logs: result.logs,
    firstLogIndex: (last?.firstLogIndex ?? 0) + (last?.logs.length ?? 0),
    logsBloom: logsBloom(result.logs),
    blobGasUsed: blobGasUsed === 0n ? undefined : blobGasUsed,
    stateRoot: messageRules(machine.common).hasStateRoots ? machine.state.tree().root() : undefined,
    output: result.output,
    failure: result.failure,
  }
}
