import type { BlockHeader } from '@ethereumjs/block'
import { isDeposit } from '../../ethereumjs/protocol/sharedCommon.ts'
import { createAddress, effectiveGasPrice, logsBloom } from '../../execution/rules/receipt.ts'

import { bytesToHex, type Hex } from '../../lib/hex.ts'
import type { Log, Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { Section } from '../section.ts'
import { inBlock, logOf, type StoredReceipt } from '../state/storedReceipt.ts'
import { failureOf } from './anvilAccounts.ts'

/** What a file says of a transaction that ran. */
export interface StoredOutcome {
  readonly hash: Hex
  /** Number of its block, and its position there. */
  readonly block: bigint
  readonly index: bigint
  readonly status: 0 | 1
  readonly gasUsed: bigint
  readonly sender: Uint8Array | undefined
  readonly logs: readonly Log[]
  readonly output: Uint8Array
  readonly failure: string | undefined
  /** The nonce of a deposit's sender before it ran (OP stack). */
  readonly depositNonce: bigint | undefined
}

const blobType = 3
const blobGas = 2n ** 17n

/** An element of `transactions`, read without its traces. */
export function outcomeOf(element: Section): StoredOutcome {
  const info = element.section('info') ?? element.refuse('info', 'give an object')
  const hash = info.bytes('transaction_hash', 32)
  const receipt = unwrapped(
    element.section('receipt') ?? element.refuse('receipt', 'give an object'),
  )
  const status = (receipt.number('status') ?? 1n) === 0n ? 0 : 1
  const exit = info.text('exit') ?? 'Revert'
  return {
    hash: bytesToHex(hash ?? info.refuse('transaction_hash', 'give 32 bytes')),
    block: element.number('block_number') ?? 0n,
    index: info.number('transaction_index') ?? 0n,
    status,
    gasUsed: info.number('gas_used') ?? info.refuse('gas_used', 'give a whole number'),
    sender: info.bytes('from', 20),
    logs: receipt.sections('logs').map(logOf),
    output: info.bytes('out') ?? new Uint8Array(),
    failure: status === 1 ? undefined : failureOf(exit),
    depositNonce: receipt.number('depositNonce'),
  }
}

/** Older versions have the fields below the name of the type, and some of them one level deeper. */
function unwrapped(receipt: Section): Section {
  if (receipt.keys.includes('status')) return receipt
  const [only = ''] = receipt.keys
  const typed = receipt.section(only) as Section
  return typed.section('receipt') ?? typed
}

/** Finds outcomes by the hash of the transaction, or where it stands. */
export interface Outcomes {
  add(outcome: StoredOutcome): void
  /** Anvil gives a transaction without signature another hash in a block than outside. */
  find(hash: Hex | undefined, block: bigint, index: number): StoredOutcome | undefined
}

export function createOutcomes(): Outcomes {
  const byHash = new Map<Hex, StoredOutcome>()
  const byPlace = new Map<string, StoredOutcome>()
  return {
    add: (outcome) => {
      byHash.set(outcome.hash, outcome)
      byPlace.set(`${outcome.block}:${outcome.index}`, outcome)
    },
    find: (hash, block, index) => (hash && byHash.get(hash)) ?? byPlace.get(`${block}:${index}`),
  }
}

/**
 * The receipts of a block's transactions. Values missing from a file are what its header allows: a
 * transaction succeeded, without logs, and those of which nothing is known share the gas.
 */
export function receiptsOf(
  header: BlockHeader,
  transactions: readonly SignedTransaction[],
  outcomes: Outcomes,
): readonly Receipt[] {
  const found = transactions.map(({ hash }, index) => outcomes.find(hash, header.number, index))
  const known = found.reduce((sum, outcome) => sum + (outcome?.gasUsed ?? 0n), 0n)
  const missing = BigInt(found.filter((outcome) => outcome === undefined).length)
  const rest = header.gasUsed > known ? header.gasUsed - known : 0n
  return inBlock(
    transactions.map((transaction, index) =>
      receiptOf(header, transaction, found[index] ?? unknownOutcome(rest / missing)),
    ),
  )
}

type Outcome = Omit<StoredOutcome, 'hash' | 'block' | 'index' | 'sender' | 'depositNonce'>

function unknownOutcome(gasUsed: bigint): Outcome {
  return { status: 1, gasUsed, logs: [], output: new Uint8Array(), failure: undefined }
}

function receiptOf(
  header: BlockHeader,
  transaction: SignedTransaction,
  { status, gasUsed, logs, output, failure }: Outcome,
): StoredReceipt {
  const { envelope, sender } = transaction
  const isFromBelow = isDeposit(envelope)
  const blobs = envelope.type === blobType ? BigInt(envelope.numBlobs()) : undefined
  return {
    transaction,
    status,
    gasUsed,
    effectiveGasPrice: effectiveGasPrice(envelope, header.baseFeePerGas ?? 0n),
    contractAddress:
      envelope.to === undefined ? createAddress(sender.bytes, envelope.nonce) : undefined,
    logs,
    logsBloom: logsBloom(logs),
    ...(blobs !== undefined && {
      blobGasUsed: blobs * blobGas,
      blobGasPrice: header.getBlobGasPrice(),
    }),
    ...(isFromBelow && { opStack: { depositNonce: envelope.nonce } }),
    output,
    failure,
  }
}
