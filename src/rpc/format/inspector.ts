import type { Devnet } from '../../devnet/devnet.ts'
import { bytesToHex, quantity } from '../../lib/hex.ts'
import type { Flashblock, SealedBlock } from '../../types/view.ts'
import { formatCadence } from './cadence.ts'
import { formatKeptMoment } from './keptMoment.ts'
import { formatPublishedFlashblock } from './publishedFlashblock.ts'
import { formatTransactionLine } from './transactionLine.ts'

/** Blocks of a snapshot: more than fit on a screen. */
const mostBlocks = 48

/** Snapshots and checkpoints, the newest: suites take one for each test. */
const mostMoments = 200

/** From so many transactions on a flashblock or a block has a count of them, and no list. */
const mostListed = 500

/** All that the inspector begins with. */
export function formatInspectorSnapshot(devnet: Devnet) {
  const { publisher } = devnet
  return {
    blocks: newestBlocks(devnet).map((block) => formatInspectedBlock(devnet, block)),
    pending: publisher.flashblocks.map((flashblock) =>
      formatInspectedFlashblock(devnet, flashblock),
    ),
    status: formatInspectorStatus(devnet),
  }
}

/** Oldest first; those before the oldest that is kept are left out. */
function newestBlocks({ chain }: Devnet): readonly SealedBlock[] {
  const blocks: SealedBlock[] = []
  let block: SealedBlock | undefined = chain.head
  while (block !== undefined && blocks.length < mostBlocks) {
    blocks.push(block)
    block = chain.blockByHash(bytesToHex(block.header.parentHash))
  }
  return blocks.reverse()
}

/** What users set and what waits, as it is now. */
export function formatInspectorStatus(devnet: Devnet) {
  const { clock, faults, history, pool, names } = devnet
  const { nextTimestamp, intervalSeconds } = clock.snapshot()
  return {
    chainId: quantity(devnet.protocol.chainId),
    cadence: formatCadence(devnet),
    clock: {
      // Of a real one the offset is enough, which does not change by itself.
      ...(clock.mode === 'manual' && { nowMs: quantity(clock.now()) }),
      offsetMs: clock.offsetMs,
      ...(nextTimestamp !== undefined && { nextTimestamp: quantity(nextTimestamp) }),
      ...(intervalSeconds !== undefined && { intervalSeconds: quantity(intervalSeconds) }),
    },
    pooled: pool.size,
    published: devnet.publisher.flashblocks.length,
    faults: faults.list().map((fault) => ({ ...fault, remaining: fault.remaining ?? null })),
    checkpoints: history.kept.slice(-mostMoments).map(formatKeptMoment),
    labels: names.known.labels,
  }
}

/** A sealed block with its flashblocks. */
export function formatInspectedBlock(devnet: Devnet, block: SealedBlock) {
  const { number, hash, header, receipts } = block
  const parentHash = bytesToHex(header.parentHash)
  return {
    number: quantity(number),
    hash,
    parentHash,
    timestamp: quantity(header.timestamp),
    gasUsed: quantity(header.gasUsed),
    gasLimit: quantity(header.gasLimit),
    ...(header.baseFeePerGas !== undefined && { baseFeePerGas: quantity(header.baseFeePerGas) }),
    ...listed(receipts),
    flashblocks: devnet.publisher.published.on(parentHash).map((flashblock) => {
      const { transactions, ...published } = formatPublishedFlashblock(flashblock)
      const isListed = transactions.length < mostListed
      return { ...published, count: transactions.length, ...(isListed && { transactions }) }
    }),
  }
}

/** What a flashblock of the open block adds. */
export function formatInspectedFlashblock(devnet: Devnet, flashblock: Flashblock) {
  const { index, payloadId, view, receipts } = flashblock
  const published = devnet.publisher.published.on(view.parent.hash)[index]
  return {
    blockNumber: quantity(view.number),
    index: quantity(index),
    payloadId,
    publishedMs: quantity(published?.publishedMs ?? 0),
    ...listed(receipts),
  }
}

function listed(receipts: Flashblock['receipts']) {
  const count = receipts.length
  const failed = receipts.filter(({ status }) => status === 0).length
  const isListed = count < mostListed
  return { count, failed, ...(isListed && { transactions: receipts.map(formatTransactionLine) }) }
}
