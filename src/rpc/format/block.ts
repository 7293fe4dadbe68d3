import type { BlockHeader } from '@ethereumjs/block'
import { blockSize } from '../../execution/rules/body.ts'
import { bytesToHex, type Hex, quantity } from '../../lib/hex.ts'
import type { PendingBlockView, SealedBlock, View } from '../../types/view.ts'
import { timestampMsOf, zeroHash } from './quantities.ts'
import { formatTransaction, placeIn } from './transaction.ts'

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

function formatTransactions(view: View, full: boolean) {
  if (!full) return view.transactions.map(({ hash }) => hash)
  return view.transactions.map((transaction, index) =>
    formatTransaction(transaction, placeIn(view, index)),
  )
}

function formatSealedBlock(view: SealedBlock, full: boolean) {
  const { block, size } = view
  return {
    ...formatBlockHeader(view),
    size: quantity(size),
    transactions: formatTransactions(view, full),
    uncles: block.uncleHeaders.map((uncle) => bytesToHex(uncle.hash())),
    ...(block.withdrawals !== undefined && {
      withdrawals: block.withdrawals.map((withdrawal) => withdrawal.toJSON()),
    }),
  }
}

function formatPendingBlock(view: PendingBlockView, full: boolean) {
  const { header, transactions, withdrawals = [] } = view
  return {
    ...formatBlockHeader(view),
    size: quantity(blockSize(header, transactions, withdrawals)),
    transactions: formatTransactions(view, full),
    uncles: [],
    ...(header.withdrawalsRoot !== undefined && {
      withdrawals: withdrawals.map((withdrawal) => withdrawal.toJSON()),
    }),
  }
}

/**
 * A block without its transactions, withdrawals and size: what `newHeads` pushes, as geth does. What
 * sealing decides is zero until then; the hash too, unless the devnet is to give one.
 */
export function formatBlockHeader(view: View) {
  const { header, hash = zeroHash } = view
  const fields = formatHeaderFields(header, hash)
  const timestampMs = timestampMsOf(view)
  return timestampMs === undefined ? fields : { ...fields, timestampMs: quantity(timestampMs) }
}

/** Block object: execution-apis `Block`, with transaction objects when `full`, else with hashes. */
export function formatBlock(view: View, full: boolean) {
  return view.kind === 'sealed' ? formatSealedBlock(view, full) : formatPendingBlock(view, full)
}

/** The uncles of a block; one that is not sealed has none. */
export function unclesOf(view: View): readonly BlockHeader[] {
  return view.kind === 'sealed' ? view.block.uncleHeaders : []
}

/** Uncle object: a block of which only the header is known. */
export function formatUncle(header: BlockHeader) {
  return {
    ...formatHeaderFields(header, bytesToHex(header.hash())),
    size: quantity(blockSize(header, [])),
    uncles: [],
  }
}
