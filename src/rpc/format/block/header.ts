import type { BlockHeader } from '@ethereumjs/block'
import { bytesToHex, type Hex, quantity } from '../../../lib/hex.ts'

/** The members that a header and a block share; those that came with London and later are absent before. */
export interface HeaderFields {
  number: Hex
  hash: Hex
  parentHash: Hex
  nonce: Hex
  sha3Uncles: Hex
  logsBloom: Hex
  transactionsRoot: Hex
  stateRoot: Hex
  receiptsRoot: Hex
  miner: Hex
  difficulty: Hex
  extraData: Hex
  gasLimit: Hex
  gasUsed: Hex
  timestamp: Hex
  mixHash: Hex
  baseFeePerGas?: Hex
  withdrawalsRoot?: Hex
  blobGasUsed?: Hex
  excessBlobGas?: Hex
  parentBeaconBlockRoot?: Hex
  requestsHash?: Hex
  blockAccessListHash?: Hex
  slotNumber?: Hex
}

/** The members that a header and a block share. */
export function formatHeaderFields(header: BlockHeader, hash: Hex): HeaderFields {
  const fields: HeaderFields = {
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
  }
  addForkFields(fields, header)
  return fields
}

/** One by one: the engine takes many times as long to spread what may be absent. */
function addForkFields(fields: HeaderFields, header: BlockHeader): void {
  const { baseFeePerGas, withdrawalsRoot, blobGasUsed, excessBlobGas } = header
  const { parentBeaconBlockRoot, requestsHash, blockAccessListHash, slotNumber } = header
  if (baseFeePerGas !== undefined) fields.baseFeePerGas = quantity(baseFeePerGas)
  if (withdrawalsRoot !== undefined) fields.withdrawalsRoot = bytesToHex(withdrawalsRoot)
  if (blobGasUsed !== undefined) fields.blobGasUsed = quantity(blobGasUsed)
  if (excessBlobGas !== undefined) fields.excessBlobGas = quantity(excessBlobGas)
  if (parentBeaconBlockRoot !== undefined) {
    fields.parentBeaconBlockRoot = bytesToHex(parentBeaconBlockRoot)
  }
  if (requestsHash !== undefined) fields.requestsHash = bytesToHex(requestsHash)
  if (blockAccessListHash !== undefined) {
    fields.blockAccessListHash = bytesToHex(blockAccessListHash)
  }
  if (slotNumber !== undefined) fields.slotNumber = quantity(slotNumber)
}
