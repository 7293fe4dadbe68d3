import { createPace } from '../../clock/pace.ts'
import type { Reader } from '../../devnet/read/reader.ts'
import type { EvmPool } from '../../ethereumjs/machine.ts'
import { isInvolved } from '../../execution/rules/parties.ts'
import { startTimeLimit } from '../../execution/sandbox.ts'
import type { TraceEngine } from '../../execution/trace/replay.ts'
import { TraceTimeout } from '../../execution/trace/tracer.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import { Memo, remembered } from '../../lib/memo.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { AccountQuery, SealedBlock } from '../../types/view.ts'
import { formatBareReceipt } from '../format/flatCallFrame.ts'
import { formatTransaction, placeIn } from '../format/transaction.ts'
import { RpcError } from '../rpcError.ts'
import { traceFrames } from './parity.ts'

/** The most blocks whose accounts are remembered, and the most pairs of a block and an account. */
const maxKnown = 10_000

type Involved = readonly ReadonlySet<Hex>[]

/** What never changes of blocks, by their hashes. */
interface KnownBlocks {
  /** The accounts of blocks that were run again, which takes long. */
  readonly involved: Memo<Involved>
  /** Places of an account's transactions, by the block's hash and its address. */
  readonly places: Memo<readonly number[]>
}

const knownBlocks = remembered(
  (_machines: EvmPool): KnownBlocks => ({
    involved: new Memo(maxKnown),
    places: new Memo(maxKnown),
  }),
)

/** The accounts that have called or were called in each transaction of a block, created or destroyed. */
async function involvedIn(
  engine: TraceEngine,
  reader: Reader,
  block: SealedBlock,
): Promise<Involved> {
  const { involved: blocks } = knownBlocks(engine.machines)
  const found = blocks.peek(block.hash)
  if (found !== undefined) return found
  const traced = await traceFrames(engine, reader, block).catch((error) => {
    throw error instanceof TraceTimeout ? tookTooLong(block, engine.limitMs) : error
  })
  const involved = traced.map(({ frames }) => {
    const addresses = frames.flatMap(({ frame: { from, to } }) => (to ? [from, to] : [from]))
    return new Set(addresses.map(bytesToHex))
  })
  reader.learnAccounts(
    block,
    involved.flatMap((accounts) => [...accounts].map(hexToBytes)),
  )
  return blocks.get(block.hash, () => involved)
}

/** The places of an account's transactions in a block. */
async function placesIn(
  engine: TraceEngine,
  reader: Reader,
  block: SealedBlock,
  account: Hex,
): Promise<readonly number[]> {
  const { places } = knownBlocks(engine.machines)
  const key = `${block.hash} ${account}`
  const known = places.peek(key)
  if (known !== undefined) return known
  const bytes = hexToBytes(account)
  const ranHere = block.receipts.every(({ called }) => called !== undefined)
  const involved = ranHere ? undefined : await involvedIn(engine, reader, block)
  const here = block.receipts.filter((receipt) =>
    involved === undefined ? isInvolved(receipt, bytes) : involved[receipt.index]?.has(account),
  )
  return places.get(key, () => here.map(({ index }) => index))
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

/** A page of the transactions of an account, in a range of blocks. */
interface SearchQuery extends Omit<AccountQuery, 'account'> {
  readonly account: Hex
  readonly pageSize: number
}

/**
 * The sealed transactions in which an account takes part, in the order of the blocks: a page, and what is left of its
 * last block. Blocks that did not run here are run again; what was seen is remembered, so that a search that takes too
 * long comes further each time.
 */
export async function searchTransactions(
  engine: TraceEngine,
  reader: Reader,
  { account, pageSize, ...range }: SearchQuery,
): Promise<SearchPage> {
  const { machines, limitMs } = engine
  const timeLimit = startTimeLimit(machines.clock, limitMs)
  const yieldIfDue = createPace(machines.clock)
  const bytes = hexToBytes(account)
  const found: Found[] = []
  for (const block of reader.blocksInvolving({ account: bytes, ...range })) {
    await yieldIfDue()
    if (block === undefined) continue
    const left = { machines, limitMs: timeLimit.leftMs() }
    const here = await placesIn(left, reader, block, account)
    if (here.length > 0 && found.length >= pageSize) return { found, isComplete: false }
    found.push(...here.map((index) => ({ block, receipt: block.receipts[index] as Receipt })))
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
