import type { Reader } from '../../devnet/read/reader.ts'
import { startTimeLimit } from '../../execution/sandbox.ts'
import type { TraceEngine } from '../../execution/trace/replay.ts'
import { TraceTimeout } from '../../execution/trace/tracer.ts'
import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import { formatBareReceipt } from '../format/flatCallFrame.ts'
import { formatTransaction, placeIn } from '../format/transaction.ts'
import { RpcError } from '../rpcError.ts'
import { traceFrames } from './parity.ts'

/** Running a block again takes long, and it never changes: a continued search reuses it. */
const known = new WeakMap<SealedBlock, readonly ReadonlySet<Hex>[]>()

/** The accounts that have called or were called in each transaction of a block, created or destroyed. */
async function involvedIn(
  engine: TraceEngine,
  reader: Reader,
  block: SealedBlock,
): Promise<readonly ReadonlySet<Hex>[]> {
  const found = known.get(block)
  if (found !== undefined) return found
  const traced = await traceFrames(engine, reader, block)
  const involved = traced.map(({ frames }) => {
    const addresses = frames.flatMap(({ frame: { from, to } }) => (to ? [from, to] : [from]))
    return new Set(addresses.map(bytesToHex))
  })
  known.set(block, involved)
  return involved
}

interface Found {
  readonly block: SealedBlock
  readonly receipt: Receipt
}

/** Transactions of blocks, as far as a page goes. */
export interface SearchPage {
  readonly found: readonly Found[]
  /** Whether there are none in the blocks after those that were looked at. */
  readonly isComplete: boolean
}

/**
 * The sealed transactions in which an account takes part, in the order of `blocks`: a page, and what
 * is left of its last block. What was seen is remembered, so that a search that takes too long
 * comes further each time.
 */
export async function searchTransactions(
  engine: TraceEngine,
  reader: Reader,
  blocks: readonly SealedBlock[],
  { account, pageSize }: { readonly account: Hex; readonly pageSize: number },
): Promise<SearchPage> {
  const { machines, limitMs } = engine
  const timeLimit = startTimeLimit(machines.clock, limitMs)
  const found: Found[] = []
  for (const block of blocks) {
    const left = { machines, limitMs: timeLimit.leftMs() }
    const involved = await involvedIn(left, reader, block).catch((error) => {
      throw error instanceof TraceTimeout ? tookTooLong(block, limitMs) : error
    })
    const here = block.receipts.filter(({ index }) => involved[index]?.has(account))
    if (here.length > 0 && found.length >= pageSize) return { found, isComplete: false }
    found.push(...here.map((receipt) => ({ block, receipt })))
  }
  return { found, isComplete: true }
}

/** Otterscan's `TransactionsWithReceipts`, newest first. */
export function formatSearch(
  found: readonly Found[],
  { firstPage, lastPage }: { readonly firstPage: boolean; readonly lastPage: boolean },
) {
  const newestFirst = [...found].sort(
    (one, other) =>
      Number(other.block.number - one.block.number) || other.receipt.index - one.receipt.index,
  )
  return {
    txs: newestFirst.map(({ block, receipt }) =>
      formatTransaction(receipt.transaction, placeIn(block, receipt.index)),
    ),
    receipts: newestFirst.map(({ block, receipt }) => formatBareReceipt(receipt, block)),
    firstPage,
    lastPage,
  }
}

function tookTooLong({ number }: SealedBlock, limitMs: number): RpcError {
  return new RpcError(
    -32000,
    `the search took longer than ${limitMs} ms and reached block ${number}: ` +
      'ask again to continue from there',
  )
}
