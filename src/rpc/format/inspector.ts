import type { Devnet } from '../../devnet/devnet.ts'
import { labelsOf } from '../../devnet/fixtures/fixtureNames.ts'
import type { DroppedTransaction } from '../../devnet/status/transactionStatuses.ts'
import { bytesToHex, type Hex, quantity } from '../../lib/hex.ts'
import type { Flashblock, SealedBlock } from '../../types/view.ts'
import { formatRestorePoint } from '../methods/preconf/restorePoints.ts'
import { formatCadence, formatPublishedFlashblock } from './flashblocks.ts'

import { formatPooledTransactionLine, formatTransactionLine } from './poolContent.ts'
import { formatQuantities } from './quantities.ts'

/** Blocks of a snapshot: more than fit on a screen. */
const maxBlocks = 48

/** Snapshots and checkpoints, the newest: suites take one for each test. */
const maxRestorePoints = 200

/** Transactions that are listed of the blocks of a snapshot, the newest: what a page reads at once. */
const maxInSnapshot = 2_000

/** The number of transactions from which a flashblock or a block has their count instead of a list. */
const maxListed = 500

/** Transactions of a snapshot that were dropped, the newest. */
const maxDropped = 200

/** Accounts of the chain that have their place as a label. */
const maxLabelled = 100

/** All that the inspector begins with. */
export function formatInspectorSnapshot(devnet: Devnet) {
  const { publisher } = devnet
  return {
    blocks: formatBlocks(devnet),
    pending: publisher.flashblocks.map((flashblock) =>
      formatInspectedFlashblock(devnet, flashblock),
    ),
    waiting: formatWaiting(devnet),
    dropped: devnet.statuses.dropped(maxDropped).map(formatDropped),
    status: formatInspectorStatus(devnet),
  }
}

/** Formats what waits, first what waits for a nonce. */
function formatWaiting({ pool }: Devnet) {
  const { queued, pending } = pool.publicContent()
  return [...queued.flat(), ...pending.flat()].slice(0, maxListed).map(formatPooledTransactionLine)
}

/** A transaction that is in no block and no pool, and why. */
export function formatDropped({ fate, content }: DroppedTransaction) {
  const { hash, status: _, times, ...drop } = fate
  const { from, to, value, nonce, data } = content
  return {
    hash,
    from,
    to: to ?? null,
    value: quantity(value),
    nonce: quantity(nonce),
    selector: data.length < selectorLength ? '0x' : data.slice(0, selectorLength),
    droppedMs: quantity(times.droppedMs ?? 0),
    drop: formatQuantities(drop),
  }
}

/** Hex digits of a selector with its `0x`. */
const selectorLength = 10

/** Formats blocks; those with few transactions have a list of them, as far as all lists together fit. */
function formatBlocks(devnet: Devnet) {
  let room = maxInSnapshot
  const blocks = [...newestBlocks(devnet)].reverse()
  const formatted = blocks.map((block) => {
    room -= devnet.chain.countsOf(block.number).transactions
    return formatInspectedBlock(devnet, block, room >= 0)
  })
  return formatted.reverse()
}

/** Oldest first; those before the oldest that is kept are left out. */
function newestBlocks({ chain }: Devnet): readonly SealedBlock[] {
  const blocks: SealedBlock[] = []
  let block: SealedBlock | undefined = chain.head
  while (block !== undefined && blocks.length < maxBlocks) {
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
    hits: faults.hits,
    checkpoints: history.kept.slice(-maxRestorePoints).map(formatRestorePoint),
    labels: labelsOf(ownAddresses(devnet), names.known.labels),
    scenario: devnet.hooks.scenarioStatus?.(),
  }
}

function ownAddresses({ accounts }: Devnet): readonly Hex[] {
  return accounts.slice(0, maxLabelled).map(({ address }) => bytesToHex(address))
}

/** A sealed block with its flashblocks. Its receipts are looked at, which takes milliseconds, only where they are listed. */
export function formatInspectedBlock(devnet: Devnet, block: SealedBlock, isListed = true) {
  const { number, hash, header } = block
  const { transactions: count, failed } = devnet.chain.countsOf(number)
  const parentHash = bytesToHex(header.parentHash)
  const published = devnet.publisher.published.on(parentHash)
  const flashblocks = published.map(formatPublishedFlashblock)
  return {
    number: quantity(number),
    hash,
    parentHash,
    timestamp: quantity(header.timestamp),
    gasUsed: quantity(header.gasUsed),
    gasLimit: quantity(header.gasLimit),
    ...(header.baseFeePerGas !== undefined && { baseFeePerGas: quantity(header.baseFeePerGas) }),
    ...(isListed ? listed(block.receipts) : { count, failed }),
    ...(isListed && isPublished(block.receipts, flashblocks) && { asPublished: true }),
    ...(isListed && latencyOf(devnet, block)),
    flashblocks: flashblocks.map(({ transactions, ...published }) => {
      const isShort = isListed && transactions.length < maxListed
      return { ...published, count: transactions.length, ...(isShort && { transactions }) }
    }),
  }
}

/** Transactions of a block whose times are looked at. */
const maxTimed = 16

/** How long after they were sent the transactions of a block were pre-confirmed and sealed, in ms: medians. */
function latencyOf({ statuses }: Devnet, { transactions }: SealedBlock) {
  const step = Math.max(1, Math.ceil(transactions.length / maxTimed))
  const timed = transactions
    .filter((_, at) => at % step === 0)
    .map(({ hash }) => statuses.timesOf(hash))
  const since = (name: 'preconfirmedMs' | 'sealedMs') =>
    median(
      timed.flatMap(({ pooledMs, [name]: atMs }) =>
        pooledMs === undefined || atMs === undefined ? [] : Math.max(0, atMs - pooledMs),
      ),
    )
  const [preconfirmedMs, sealedMs] = [since('preconfirmedMs'), since('sealedMs')]
  if (sealedMs === undefined) return undefined
  return { latency: { ...(preconfirmedMs !== undefined && { preconfirmedMs }), sealedMs } }
}

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)]
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

/** Whether a block of too many transactions to list has those of its flashblocks, in their order. */
function isPublished(
  receipts: Flashblock['receipts'],
  flashblocks: readonly ReturnType<typeof formatPublishedFlashblock>[],
): boolean {
  if (receipts.length < maxListed) return false
  const promised = flashblocks.flatMap(({ transactions }) => transactions)
  return (
    promised.length === receipts.length &&
    receipts.every(({ transaction }, at) => transaction.hash === promised[at])
  )
}

function listed(receipts: Flashblock['receipts']) {
  const count = receipts.length
  const failed = receipts.filter(({ status }) => status === 0).length
  const isListed = count < maxListed
  return { count, failed, ...(isListed && { transactions: receipts.map(formatTransactionLine) }) }
}
