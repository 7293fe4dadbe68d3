import type { BlockHeader } from '@ethereumjs/block'
import { bytesToHex, type Hex, quantity } from '../../../lib/hex.ts'

/** The members of a header that came with London and later; absent before. */
function formatForkFields(header: BlockHeader) {
  const { baseFeePerGas, withdrawalsRoot, blobGasUsed, excessBlobGas } = header
  const { parentBeaconBlockRoot, requestsHash, blockAccessListHash, slotNumber } = header
  return {
    ...(baseFeePerGas !== undefined && { baseFeePerGas: quantity(baseFeePerGas) }),
    ...(withdrawalsRoot !== undefined && { withdrawalsRoot: bytesToHex(withdrawalsRoot) }),
    ...(blobGasUsed !== undefined && { blobGasUsed: quantity(blobGasUsed) }),
    ...(excessBlobGas !== undefined && { excessBlobGas: quantity(excessBlobGas) }),
    ...(parentBeaconBlockRoot !== undefined && {
      parentBeaconBlockRoot: bytesToHex(parentBeaconBlockRoot),
    }),
    ...(requestsHash !== undefined && { requestsHash: bytesToHex(requestsHash) }),
    ...(blockAccessListHash !== undefined && {
      blockAccessListHash: bytesToHex(blockAccessListHash),
    }),
    ...(slotNumber !== undefined && { slotNumber: quantity(slotNumber) }),
  }
}

/** The members that a header and a block share. */
export function formatHeaderFields(header: BlockHeader, hash: Hex) {
  return {
    number: quantity(header.number),
    hash,
    parentHash: bytesToHex(header.parentHash),
    nonce: bytesToHex(header.nonce),
    sha3Uncles: bytesToHex(header.uncleHash),
    logsBloom: bytesToHex(header.logsBloom),
    transactionsRoot: bytesToHex(header.transactionsTrie),
    stateRoot: bytesToHex(header.stateRoot),
    receiptsRoot: bytesToHex(header.receiptTrie),
    miner: bytesToHex(header.coinbase.bytes),
    difficulty: quantity(header.difficulty),
    extraData: bytesToHex(header.extraData),
    gasLimit: quantity(header.gasLimit),
    gasUsed: quantity(header.gasUsed),
    timestamp: quantity(header.timestamp),
    mixHash: bytesToHex(header.mixHash),
    ...formatForkFields(header),
  }
}
