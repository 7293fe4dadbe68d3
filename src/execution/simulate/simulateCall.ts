import { knownAddress } from '../../ethereumjs/knownAddress.ts'
import type { Machine } from '../../ethereumjs/machine.ts'
import { lesser } from '../../lib/bigints.ts'
import type { CallRequest } from '../../types/request.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { MessageResult } from '../applyMessage.ts'
import type { BlockEnvironment } from '../blockEnvironment.ts'
import { applyCall } from '../call.ts'
import { blobGasOf } from '../checkMessage.ts'
import { revertMessage, revertReason } from '../executionErrors.ts'
import { InvalidMessage, type Message, messageOf, messageRules } from '../message.ts'

import { createAddress, logsBloom } from '../rules/receipt.ts'

import type { LogTrace, SimulatedLog } from './logTrace.ts'
import { simulatedTransaction } from './simulatedTransaction.ts'
import { SimulateError, unrunnable } from './simulateErrors.ts'

const zeroAddress = new Uint8Array(20)

/** Why a simulated call failed. A revert has code 3, its data, and the reason when the data contain one. */
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
  /** Whether movements of ether are logs. */
  readonly transfers: boolean
  /** The receipts of the calls so far. */
  readonly receipts: readonly Receipt[]
  /** Gas that the request as a whole had left when the block began. */
  readonly gasLeft: bigint
  /** Gas of the calls so far, where the block counts another than receipts do. */
  readonly gasUsed?: (() => bigint) | undefined
}

/** What came of a call, for the answer and for the block. */
export interface Simulated {
  readonly call: SimulatedCall
  readonly receipt: Receipt
  readonly entry?: MessageResult['entry']
}

/** What came of a message, and its logs with their numbers. */
export interface Applied {
  readonly result: MessageResult
  readonly logs: readonly SimulatedLog[]
}

/**
 * Runs one call of a simulated block, with a promise only where something has to be waited for. Throws a
 * `SimulateError` when it cannot run.
 */
export function simulateCall(
  block: OpenBlock,
  request: CallRequest,
): Simulated | Promise<Simulated> {
  try {
    const message = completed(block, request)
    const applied = apply(block, message)
    return applied instanceof Promise
      ? applied.then((settled) => simulatedOf(block, request, message, settled), refuse)
      : simulatedOf(block, request, message, applied)
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  throw error instanceof InvalidMessage ? unrunnable(error) : error
}

function simulatedOf(
  block: OpenBlock,
  request: CallRequest,
  message: Message,
  { result, logs }: Applied,
): Simulated {
  const { machine, environment } = block
  const transaction = simulatedTransaction(message, {
    chainId: messageRules(machine.common).chainId,
    isLegacy: request.gasPrice !== undefined || environment.baseFeePerGas === undefined,
  })
  return {
    call: callOf(result, logs),
    receipt: receiptOf({ block, message, transaction, result }),
    entry: result.entry,
  }
}

/** Applies the message and numbers its logs. */
export function apply(block: OpenBlock, message: Message): Applied | Promise<Applied> {
  const { machine, transfers } = block
  if (!machine.isFast || transfers) return applyListening(block, message)
  void machine.state.checkpoint()
  const result = applyCall(machine, message, block)
  return result instanceof Promise
    ? result.then((settled) => numbered(block, message, settled))
    : numbered(block, message, result)
}

/** Keeps what an unheard call has done, unless it has lost logs: only who listens learns where they were made. */
function numbered(
  block: OpenBlock,
  message: Message,
  result: MessageResult,
): Applied | Promise<Applied> {
  const { state } = block.machine
  if (result.hasLostLogs === true) {
    // They have numbers, too.
    void state.revert()
    return applyListening(block, message)
  }
  void state.commit()
  return { result, logs: block.trace.number(result.logs) }
}

async function applyListening(block: OpenBlock, message: Message): Promise<Applied> {
  const { machine, trace } = block
  const result = await trace.listen(async () => applyCall(machine, message, block))
  return { result, logs: trace.take() }
}

/** The message of a request: its gas is what the block has left, cut to what the whole request has left. */
export function completed(block: OpenBlock, request: CallRequest): Message {
  const { machine, environment, gasLeft } = block
  const used = block.gasUsed?.() ?? block.receipts.at(-1)?.cumulativeGasUsed ?? 0n
  const left = environment.gasLimit - used
  const { gas = left, from = zeroAddress } = request
  if (gas > left) {
    throw new SimulateError(
      'blockGasLimitReached',
      `block gas limit reached: ${used + gas} > ${environment.gasLimit}`,
    )
  }
  return messageOf(request, {
    chainId: messageRules(machine.common).chainId,
    baseFee: environment.baseFeePerGas,
    gasCap: lesser(left, gasLeft - used),
    nonce: machine.state.fieldsOf(knownAddress(from).packed)?.nonce ?? 0n,
  })
}

export function callOf(result: MessageResult, logs: readonly SimulatedLog[]): SimulatedCall {
  const { status, gasUsed, maxUsedGas, output } = result
  if (status === 1) return { status, gasUsed, maxUsedGas, returnData: output, logs }
  const returnData = new Uint8Array()
  return { status, gasUsed, maxUsedGas, returnData, logs: [], failure: failureOf(result) }
}

function failureOf({ isReverted, output, failure = '' }: MessageResult): SimulatedFailure {
  if (!isReverted) return { code: -32015, message: failure }
  return { code: 3, message: revertMessage(output), reason: revertReason(output), data: output }
}

export function receiptOf({
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
