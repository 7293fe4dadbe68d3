import { bytesToHex, quantity } from '../../lib/hex.ts'
import type { PlacedLog } from '../../types/events.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { View } from '../../types/view.ts'
import { timestampMsOf, zeroHash } from './quantities.ts'

/** Log object: execution-apis `Log`. Of a log in a block; a pre-confirmed one has the pending block's hash, zero as a rule. */
export function formatLog({ log, block, receipt, logIndex, removed }: PlacedLog) {
  const shown = {
    address: bytesToHex(log.address),
    topics: log.topics.map(bytesToHex),
    data: bytesToHex(log.data),
    blockNumber: quantity(block.number),
    transactionHash: receipt.transaction.hash,
    transactionIndex: quantity(receipt.index),
    blockHash: block.hash ?? zeroHash,
    blockTimestamp: quantity(block.header.timestamp),
    logIndex: quantity(logIndex),
    removed,
  }
  const timestampMs = timestampMsOf(block)
  // Most have none, and to spread takes longer than all else here.
  if (timestampMs === undefined) return shown
  return { ...shown, blockTimestampMs: quantity(timestampMs) }
}

/** Before Byzantium the state root after the transaction, since then whether it succeeded (EIP-658). */
function formatOutcome({ stateRoot, status }: Receipt) {
  return stateRoot === undefined ? { status: quantity(status) } : { root: bytesToHex(stateRoot) }
}

/** What a blob transaction paid for its blobs (EIP-4844); nothing for others. */
function formatBlobFields({ blobGasUsed, blobGasPrice }: Receipt) {
  return {
    ...(blobGasUsed !== undefined && { blobGasUsed: quantity(blobGasUsed) }),
    ...(blobGasPrice !== undefined && { blobGasPrice: quantity(blobGasPrice) }),
  }
}

/** The extra receipt fields of OP stack chains: a deposit's nonce, and the L1 data fee of other transactions. */
function formatOpStack({ opStack }: Receipt) {
  if (opStack === undefined) return {}
  const { depositNonce, l1 } = opStack
  if (l1 === undefined) {
    return {
      depositNonce: quantity(depositNonce ?? 0n),
      depositReceiptVersion: quantity(1),
    }
  }
  const { feeScalar, gasPrice, gasUsed, fee, ...scalars } = l1
  const { baseFeeScalar, blobBaseFee, blobBaseFeeScalar, ...operator } = scalars
  const l1Scalars = {
    l1BaseFeeScalar: baseFeeScalar,
    l1BlobBaseFee: blobBaseFee,
    l1BlobBaseFeeScalar: blobBaseFeeScalar,
    ...operator,
  }
  const known = Object.entries(l1Scalars).filter(([, value]) => value !== undefined)
  return {
    l1GasPrice: quantity(gasPrice),
    l1GasUsed: quantity(gasUsed),
    l1Fee: quantity(fee),
    ...(feeScalar !== undefined && { l1FeeScalar: String(Number(feeScalar) / 1_000_000) }),
    ...Object.fromEntries(known.map(([name, value]) => [name, quantity(value as bigint)])),
  }
}

/** The logs of a receipt, each with its place. */
export function formatReceiptLogs(receipt: Receipt, block: View) {
  return receipt.logs.map((log, position) =>
    formatLog({ log, block, receipt, logIndex: receipt.firstLogIndex + position, removed: false }),
  )
}

/** Receipt object: execution-apis `ReceiptInfo`. A pre-confirmed one has the pending block's hash, zero as a rule. */
export function formatReceipt(receipt: Receipt, view: View) {
  const { transaction, contractAddress } = receipt
  const { envelope } = transaction
  return {
    blockHash: view.hash ?? zeroHash,
    blockNumber: quantity(view.number),
    contractAddress: contractAddress === undefined ? null : bytesToHex(contractAddress),
    cumulativeGasUsed: quantity(receipt.cumulativeGasUsed),
    effectiveGasPrice: quantity(receipt.effectiveGasPrice),
    from: bytesToHex(transaction.sender.bytes),
    gasUsed: quantity(receipt.gasUsed),
    logs: formatReceiptLogs(receipt, view),
    logsBloom: bytesToHex(receipt.logsBloom),
    to: envelope.to === undefined ? null : bytesToHex(envelope.to.bytes),
    transactionHash: transaction.hash,
    transactionIndex: quantity(receipt.index),
    type: quantity(envelope.type),
    // Behind all others: until V8 optimises, each member after what is spread is a call into its runtime.
    ...formatOutcome(receipt),
    ...formatBlobFields(receipt),
    ...formatOpStack(receipt),
  }
}
