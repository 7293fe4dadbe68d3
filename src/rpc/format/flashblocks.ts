import type { BlockHeader } from '@ethereumjs/block'
import type { BuiltBlock } from '../../devnet/build/buildBlock.ts'
import type { Reorganized } from '../../devnet/build/reorganizer.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import type { PublishedFlashblock } from '../../devnet/status/publishedFlashblocks.ts'
import { opStackOf } from '../../execution/rules/opStack.ts'
import { bytesToHex, type Hex, quantity } from '../../lib/hex.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { Flashblock, PendingBlockView, SealedBlock, View } from '../../types/view.ts'
import { formatBlock } from './block.ts'
import { zeroHash } from './quantities.ts'
import { formatReceiptLogs } from './receipt.ts'
import { formatBlobs, formatTransaction, placeIn } from './transaction.ts'

/**
 * A flashblock as a builder streams it to nodes: `FlashblocksPayloadV1` of base/base
 * (crates/alloy/flashblocks/src/payload.rs), whose numbers `index` and `block_number` of the metadata
 * are no quantities. What sealing decides is zero: the roots, and the hash unless the view has one. By the
 * specification of the OP stack the hash is always zero, withdrawals are absent, and metadata are empty.
 */
export function formatBuilderFlashblock({
  index,
  payloadId,
  transactions,
  receipts,
  view,
}: Flashblock) {
  const isPlain = opStackOf(view.header.common)?.network.hasPlainStream === true
  return {
    payload_id: payloadId,
    index,
    ...(index === 0 && { base: formatBase(view) }),
    diff: {
      state_root: zeroHash,
      receipts_root: zeroHash,
      logs_bloom: bytesToHex(view.header.logsBloom),
      gas_used: quantity(view.header.gasUsed),
      block_hash: (isPlain ? undefined : view.hash) ?? zeroHash,
      transactions: transactions.map(({ raw }) => bytesToHex(raw)),
      withdrawals: isPlain ? [] : (view.withdrawals ?? []).map((withdrawal) => withdrawal.toJSON()),
      withdrawals_root: isPlain ? zeroHash : orZeroHash(view.header.withdrawalsRoot),
      ...formatBlobGas(view.header),
    },
    metadata: isPlain
      ? { block_number: Number(view.number), new_account_balances: {}, receipts: {} }
      : formatMetadata(view, receipts),
  }
}

/** Since Azul Base says no more than the number (specifications/flashblocks.mdx of base/docs). */
function formatMetadata(view: PendingBlockView, receipts: readonly Receipt[]) {
  const block_number = Number(view.number)
  const { common, timestamp } = view.header
  const azulTime = opStackOf(common)?.network.azulTime
  if (azulTime !== undefined && timestamp >= azulTime) return { block_number, access_list: null }
  return {
    block_number,
    receipts: Object.fromEntries(
      receipts.map((receipt) => [receipt.transaction.hash, formatConsensusReceipt(receipt)]),
    ),
    new_account_balances: formatBalances(view),
  }
}

/** What stays the same for all flashblocks of a block. */
function formatBase({ header, parent }: PendingBlockView) {
  return {
    parent_beacon_block_root: orZeroHash(header.parentBeaconBlockRoot),
    parent_hash: parent.hash,
    fee_recipient: bytesToHex(header.coinbase.bytes),
    prev_randao: bytesToHex(header.mixHash),
    block_number: quantity(header.number),
    gas_limit: quantity(header.gasLimit),
    timestamp: quantity(header.timestamp),
    extra_data: bytesToHex(header.extraData),
    base_fee_per_gas: quantity(header.baseFeePerGas ?? 0n),
  }
}

/** Absent before Cancun. */
function formatBlobGas({ blobGasUsed }: BlockHeader) {
  return blobGasUsed === undefined ? {} : { blob_gas_used: quantity(blobGasUsed) }
}

/** The consensus fields of a receipt, as JSON-RPC names them; logs without positions. */
function formatConsensusReceipt({ transaction, status, cumulativeGasUsed, logs }: Receipt) {
  return {
    type: quantity(transaction.envelope.type),
    status: quantity(status),
    cumulativeGasUsed: quantity(cumulativeGasUsed),
    logs: logs.map(({ address, topics, data }) => ({
      address: bytesToHex(address),
      topics: topics.map(bytesToHex),
      data: bytesToHex(data),
    })),
  }
}

/** Returns the balances that the block has changed so far, by address, in wei. */
function formatBalances({ state, parent }: PendingBlockView): Record<Hex, Hex> {
  const balances: (readonly [Hex, Hex])[] = []
  for (const { address, balance } of state.balancesSince(parent.state)) {
    balances.push([bytesToHex(address), quantity(balance)])
  }
  balances.sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(balances)
}

/** A hash that came with a later fork; nodes read it as 32 bytes in any case. */
function orZeroHash(hash: Uint8Array | undefined): Hex {
  return hash === undefined ? zeroHash : bytesToHex(hash)
}

/** What `newFlashblocks` pushes: the block under construction with whole transactions. */
export function formatFlashblock({ view }: Flashblock) {
  return formatBlock(view, true)
}

/** What `newFlashblockTransactions` pushes: the transaction object with the logs that it made. */
export function formatFlashblockTransaction(receipt: Receipt, view: View) {
  return {
    ...formatTransaction(receipt.transaction, placeIn(view, receipt.index)),
    logs: formatReceiptLogs(receipt, view),
  }
}

/** A flashblock of a block, as it was published: the time in ms since 1970. */
export function formatPublishedFlashblock(flashblock: PublishedFlashblock) {
  const { index, payloadId, publishedMs, transactions } = flashblock
  return {
    index: quantity(index),
    payloadId,
    publishedMs: quantity(publishedMs),
    transactions,
  }
}

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

/** When blocks are made, as `preconf_cadence` returns it: times in ms. */
export function formatCadence({ schedule, settings }: Pick<Devnet, 'schedule' | 'settings'>) {
  const { cadence, isPaused } = schedule
  return {
    mining: cadence.mining,
    blockTime: quantity(Math.round(cadence.blockMs)),
    flashblockTime: quantity(Math.round(cadence.flashblockMs)),
    paused: isPaused,
    clock: settings.clock,
  }
}

/** Hashes of the blocks that left the chain and of those in their place, both ascending. */
export function formatReorg({ removed, added }: Pick<Reorganized, 'removed' | 'added'>): {
  readonly removed: readonly Hex[]
  readonly added: readonly Hex[]
} {
  return { removed: removed.map(({ hash }) => hash), added: added.map(({ hash }) => hash) }
}
