import { Block, type BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { createTxFromBlockBodyData, type TypedTransaction } from '@ethereumjs/tx'
import { Address, createWithdrawalFromBytesArray } from '@ethereumjs/util'
import { decodeHeader } from '../ethereumjs/header.ts'
import { SharedCommon } from '../ethereumjs/protocol/sharedCommon.ts'
import { accountsOf } from '../execution/rules/parties.ts'
import { unsignedTransaction } from '../files/state/storedReceipt.ts'
import { bytesToHex } from '../lib/hex.ts'
import { encodeRlp, type RlpTree, readRlp } from '../lib/rlp.ts'
import type { EditedBlock, StateTree } from '../types/state.ts'

import type { SignedTransaction } from '../types/transaction.ts'
import type { SealedBlock } from '../types/view.ts'
import { keccak256 } from '../wasm/keccak/keccak256.ts'
import { StoreEntry } from './blockStore.ts'
import { headerBytes } from './encodedBlock.ts'
import { bytesOf, stored } from './memoryDatabase.ts'
import { decodeOutcomes, type Outcome, receiptsOf } from './outcomes.ts'

/** The index entry of a stored block. */
export interface BlockRecord {
  readonly entry: StoreEntry
  /** The rules of its header. */
  readonly common: Common
  /** State after it. */
  readonly state: StateTree
  /** Bytes of its RLP encoding. */
  readonly size: number
  readonly transactions: number
  /** The number of these transactions that failed. */
  readonly failed: number
  /** The bloom of the logs in it, if there are any. */
  readonly bloom: Uint8Array | undefined
  /** The last four bytes of each account that takes part; absent where not all are known, or for no transactions. */
  readonly accounts: Uint32Array | undefined
  readonly rare: RarePart | undefined
}

/** What few blocks have. */
interface RarePart {
  readonly edited: EditedBlock | undefined
  /** Kept decoded, as they are of earlier blocks, which may have had other rules; where absent, those of the block. */
  readonly uncles: readonly BlockHeader[] | undefined
  /** The rules of each transaction, where one of them was taken in under others than those of the block. */
  readonly commons: readonly Common[] | undefined
}

export function recordOf(block: SealedBlock): BlockRecord {
  const { number, header, state, size, transactions, receipts } = block
  const hasLogs = receipts.some(({ logs }) => logs.length > 0)
  return {
    entry: new StoreEntry(number, stored(header.hash()), block),
    common: header.common,
    state,
    size,
    transactions: transactions.length,
    failed: receipts.filter(({ status }) => status === 0).length,
    bloom: hasLogs ? header.logsBloom : undefined,
    accounts: transactions.length === 0 ? undefined : accountsOf(receipts),
    rare: rareOf(block),
  }
}

function rareOf({ header, block, transactions, edited }: SealedBlock): RarePart | undefined {
  const { uncleHeaders } = block
  const { common } = header
  const uncles = uncleHeaders.length === 0 ? undefined : uncleHeaders
  const isForeign = transactions.some(({ envelope }) => envelope.common !== common)
  if (edited === undefined && uncles === undefined && !isForeign) return undefined
  const commons = isForeign ? transactions.map(({ envelope }) => envelope.common) : undefined
  return { edited, uncles, commons }
}

/** The block of a record. Each part of it is decoded when it is first read. */
export function openBlock(record: BlockRecord): SealedBlock {
  const { entry, common, state, size, rare } = record
  const { number, hash } = entry
  const encoded = entry.encoded()
  const header = once(() => decodeHeader(headerBytes(encoded.header), common, bytesOf(hash)))
  const body = once((): Body => {
    if (encoded.body !== undefined) return readRlp(bytesOf(encoded.body)) as Body
    return header().withdrawalsRoot === undefined ? [[], []] : [[], [], []]
  })
  const outcomes = once(() =>
    encoded.outcomes === undefined ? [] : decodeOutcomes(encoded.outcomes),
  )
  const transactions = once(() =>
    outcomes().map((outcome, index) =>
      openTransaction(outcome, body()[0][index] as RlpTree, rare?.commons?.[index] ?? common),
    ),
  )
  const receipts = once(() => receiptsOf(outcomes(), transactions()))
  const block = once(() => {
    const withdrawals = body()[2]?.map((row) => createWithdrawalFromBytesArray(row as never))
    const envelopes = transactions().map(({ envelope }) => envelope)
    const uncles = rare?.uncles ?? body()[1].map((uncle) => decodeUncle(uncle, common))
    return new Block(header(), envelopes, [...uncles], withdrawals, { common })
  })
  return {
    kind: 'sealed',
    hash: bytesToHex(bytesOf(hash)),
    number,
    get block() {
      return block()
    },
    get header() {
      return header()
    },
    get transactions() {
      return transactions()
    },
    get receipts() {
      return receipts()
    },
    state,
    size,
    ...(rare?.edited && { edited: rare.edited }),
  }
}

/** Transactions, uncles and withdrawals. */
type Body = readonly [readonly RlpTree[], readonly RlpTree[], (readonly RlpTree[])?]

function decodeUncle(item: RlpTree, common: Common): BlockHeader {
  const encoded = encodeRlp(item)
  return decodeHeader(encoded, common, keccak256(encoded))
}

function openTransaction(outcome: Outcome, item: RlpTree, common: Common): SignedTransaction {
  const { sender, hash, sidecar } = outcome
  const depositNonce = outcome.receipt.opStack?.depositNonce
  if (depositNonce !== undefined && item instanceof Uint8Array && common instanceof SharedCommon) {
    const deposit = common.extension?.decode?.(item, common, depositNonce)
    if (deposit !== undefined) return deposit
  }
  const decode = (): TypedTransaction => createTxFromBlockBodyData(item as Uint8Array, { common })
  if (hash !== undefined) {
    const unsigned = unsignedTransaction(decode(), sender, hash)
    return sidecar === undefined ? unsigned : { ...unsigned, sidecar }
  }
  const raw = item instanceof Uint8Array ? item : encodeRlp(item)
  const envelope = once(decode)
  return {
    hash: bytesToHex(keccak256(raw)),
    sender: new Address(sender),
    get envelope() {
      return envelope()
    },
    raw,
    ...(sidecar && { sidecar }),
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The range of BLOCKHASH, which covers what tests, wallets and subscriptions read. */
const maxBlocks = 256

/** The number of transactions in all of them: each takes some kilobytes, ten times its stored size. */
const maxTransactions = 4096

/** Are left when there were more: several blocks are encoded in one go, and then none for a while. */
const leftTransactions = 3584

/**
 * The blocks that are kept decoded: those that were appended or read last. A chain shares it with its
 * forks, as the record of a block is the same in all of them.
 */
export class DecodedBlocks {
  readonly #blocks = new Map<BlockRecord, SealedBlock>()
  #transactions = 0

  get(record: BlockRecord): SealedBlock | undefined {
    return this.#blocks.get(record)
  }

  /** Keeps it as the newest; the oldest go when there are too many. */
  keep(record: BlockRecord, block: SealedBlock): void {
    this.#delete(record)
    this.#blocks.set(record, block)
    this.#transactions += record.transactions
    const most = this.#transactions > maxTransactions ? leftTransactions : maxTransactions
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= maxBlocks && this.#transactions <= most) break
      this.forget(oldest)
    }
  }

  /** Releases the decoded block; it is encoded lazily if read again. */
  drop(record: BlockRecord | undefined): void {
    if (record !== undefined) this.#delete(record)
  }

  /** Keeps only the encoding of a block. */
  forget(record: BlockRecord): void {
    record.entry.encoded()
    this.#delete(record)
  }

  #delete(record: BlockRecord): void {
    if (this.#blocks.delete(record)) this.#transactions -= record.transactions
  }
}
