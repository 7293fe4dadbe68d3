import type { BuiltBlock } from '../../../devnet/build/buildBlock.ts'
import type { BlobsBundle } from '../../../ethereumjs/transaction/blobsBundle.ts'
import { bytesToHex, type Hex, quantity } from '../../../lib/hex.ts'
import type { SealedBlock } from '../../../types/view.ts'

/** What came with a fork: geth answers `null` before. */
function orNull(value: bigint | undefined): Hex | null {
  return value === undefined ? null : quantity(value)
}

/** Execution payload: engine API `ExecutionPayloadV3`, from Amsterdam on `ExecutionPayloadV4`. */
function formatPayload({ block, header, hash, transactions, accessList }: SealedBlock) {
  return {
    parentHash: bytesToHex(header.parentHash),
    feeRecipient: bytesToHex(header.coinbase.bytes),
    stateRoot: bytesToHex(header.stateRoot),
    receiptsRoot: bytesToHex(header.receiptTrie),
    logsBloom: bytesToHex(header.logsBloom),
    prevRandao: bytesToHex(header.mixHash),
    blockNumber: quantity(header.number),
    gasLimit: quantity(header.gasLimit),
    gasUsed: quantity(header.gasUsed),
    timestamp: quantity(header.timestamp),
    extraData: bytesToHex(header.extraData),
    baseFeePerGas: orNull(header.baseFeePerGas),
    blockHash: hash,
    transactions: transactions.map(({ raw }) => bytesToHex(raw)),
    withdrawals: block.withdrawals?.map((withdrawal) => withdrawal.toJSON()) ?? null,
    blobGasUsed: orNull(header.blobGasUsed),
    excessBlobGas: orNull(header.excessBlobGas),
    ...(accessList && { blockAccessList: bytesToHex(accessList) }),
    ...(header.slotNumber !== undefined && { slotNumber: quantity(header.slotNumber) }),
  }
}

function formatBlobs({ blobs, commitments, proofs }: BlobsBundle) {
  return {
    commitments: commitments.map(bytesToHex),
    proofs: proofs.map(bytesToHex),
    blobs: blobs.map(bytesToHex),
  }
}

/** Answer of `testing_buildBlockV1`: engine API `ExecutionPayloadEnvelope`. */
export function formatPayloadEnvelope({ block, value, blobs, requests }: BuiltBlock) {
  return {
    executionPayload: formatPayload(block),
    blockValue: quantity(value),
    blobsBundle: formatBlobs(blobs),
    executionRequests: requests?.map(bytesToHex) ?? null,
    shouldOverrideBuilder: false,
  }
}
