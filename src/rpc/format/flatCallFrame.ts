import type { MessageResult } from '../../execution/applyMessage.ts'
import { revertMessage } from '../../execution/executionErrors.ts'
import type { CallFrame, FlatCallFrame } from '../../execution/trace/callTracer.ts'

import { bytesToHex, type Hex, quantity } from '../../lib/hex.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { View } from '../../types/view.ts'
import { formatBlock } from './block.ts'
import { formatReceipt } from './receipt.ts'
import { formatTransaction, placeIn } from './transaction.ts'

/** Where a traced transaction stands; a call stands nowhere. */
export interface TracePlace {
  /** The block's hash; none while it is not sealed. */
  readonly blockHash: Hex | null
  readonly blockNumber: bigint
  readonly transactionHash: Hex | null
  readonly transactionIndex: number
}

/** A frame of geth's `flatCallTracer`: like Parity's traces, but with numbers for numbers. */
export function formatFlatCallFrame(
  { frame, error, subtraces, traceAddress }: FlatCallFrame,
  place: TracePlace,
) {
  const hasResult = frame.error === undefined || frame.error === 'execution reverted'
  return {
    action: formatAction(frame),
    blockHash: place.blockHash,
    blockNumber: Number(place.blockNumber),
    ...(error !== undefined && { error }),
    ...(hasResult && frame.kind !== 'SELFDESTRUCT' && { result: formatResult(frame) }),
    subtraces,
    traceAddress,
    transactionHash: place.transactionHash,
    transactionPosition: place.transactionIndex,
    type: isCreation(frame) ? 'create' : frame.kind === 'SELFDESTRUCT' ? 'suicide' : 'call',
  }
}

function isCreation({ kind }: CallFrame): boolean {
  return kind === 'CREATE' || kind === 'CREATE2'
}

function formatAction(frame: CallFrame) {
  const { kind, to, value = 0n } = frame
  const from = bytesToHex(frame.from)
  if (kind === 'SELFDESTRUCT') {
    return { address: from, balance: quantity(value), ...(to && { refundAddress: bytesToHex(to) }) }
  }
  const gas = quantity(frame.gas)
  if (isCreation(frame)) {
    const creationMethod = kind.toLowerCase()
    return { creationMethod, from, gas, init: bytesToHex(frame.input), value: quantity(value) }
  }
  return {
    callType: kind.toLowerCase(),
    from,
    gas,
    input: bytesToHex(frame.input),
    ...(to && { to: bytesToHex(to) }),
    value: quantity(value),
  }
}

function formatResult(frame: CallFrame) {
  const gasUsed = quantity(frame.gasUsed)
  const output = bytesToHex(frame.output)
  if (!isCreation(frame)) return { gasUsed, output }
  return { ...(frame.to && { address: bytesToHex(frame.to) }), code: output, gasUsed }
}

/** No block of ours issues ether. */
const issuance = { blockReward: '0x0', uncleReward: '0x0', issuance: '0x0' }

/** A block without its transactions, and what they paid: Otterscan's `BlockDetails`. */
export function formatBlockDetails(view: View) {
  const { transactions, ...block } = formatBlock(view, false)
  const fees = view.receipts.map(({ gasUsed, effectiveGasPrice }) => gasUsed * effectiveGasPrice)
  return {
    block: { ...block, logsBloom: null, transactionCount: transactions.length },
    issuance,
    totalFees: quantity(fees.reduce((sum, fee) => sum + fee, 0n)),
  }
}

/** A block with some of its transactions, cut after the selector of what they call, and their receipts. */
export function formatBlockPage(view: View, { from, to }: { from: number; to: number }) {
  const { transactions, ...block } = formatBlock(view, false)
  const receipts = view.receipts.slice(from, to)
  return {
    fullblock: {
      ...block,
      logsBloom: null,
      transactionCount: transactions.length,
      transactions: receipts.map((receipt) => formatCut(receipt, view)),
    },
    receipts: receipts.map((receipt) => formatBareReceipt(receipt, view)),
  }
}

/** `0x` and four bytes. */
const selectorLength = 10

function formatCut({ transaction, index }: Receipt, view: View) {
  const formatted = formatTransaction(transaction, placeIn(view, index))
  return { ...formatted, input: formatted.input.slice(0, selectorLength) }
}

/** A receipt without logs, and with the block's time. */
export function formatBareReceipt(receipt: Receipt, view: View) {
  return {
    ...formatReceipt(receipt, view),
    logs: null,
    logsBloom: null,
    timestamp: Number(view.header.timestamp),
  }
}

/** The outcome of one of several calls, as in reth and anvil: its return data, or an error message. */
export function formatCallResult({ failure, isReverted, output }: MessageResult) {
  if (isReverted) return { error: revertMessage(output) }
  return failure === undefined ? { value: bytesToHex(output) } : { error: failure }
}
