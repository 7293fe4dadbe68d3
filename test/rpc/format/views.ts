import {
  type BlockHeader,
  createBlock,
  createBlockHeader,
  type HeaderData,
} from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { decodeTransaction } from '../../../src/ethereumjs/transaction/decodeTransaction.ts'
import { sealedBlock as sealed } from '../../../src/execution/rules/closeBlock.ts'
import { type Hex, hexToBytes } from '../../../src/lib/hex.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'
import type { StateTree } from '../../../src/types/state.ts'
import type { Log, Receipt, SignedTransaction } from '../../../src/types/transaction.ts'
import type { PendingBlockView, SealedBlock } from '../../../src/types/view.ts'

/** Formats read no state. */
const noState = {} as StateTree

function commonOf(hardfork: HardforkName): Common {
  return createProtocol({ chainId: 31337, hardfork, transactionGasCap: false }).commonAt(0n, 0n)
}

export async function decoded(raw: Hex): Promise<SignedTransaction> {
  await initCrypto()
  return decodeTransaction(hexToBytes(raw), commonOf('osaka'))
}

export function headerOf(fields: HeaderData = {}, hardfork: HardforkName = 'osaka'): BlockHeader {
  const common = commonOf(hardfork)
  const baseFee = common.isActivatedEIP(1559) ? { baseFeePerGas: 1_000_000_000n } : {}
  return createBlockHeader(
    { number: 7n, timestamp: 1000n, gasLimit: 30_000_000n, ...baseFee, ...fields },
    { common },
  )
}

/** A sealed block around transactions and what came of them. */
export function sealedBlock(
  transactions: readonly SignedTransaction[] = [],
  receipts: readonly Receipt[] = [],
  header: BlockHeader = headerOf(),
): SealedBlock {
  const block = createBlock(
    { header, transactions: transactions.map(({ envelope }) => envelope) },
    { common: header.common },
  )
  return sealed(block, { transactions, receipts, state: noState })
}

/** A header whose roots are not known yet. */
function openHeader(): BlockHeader {
  const unknown = new Uint8Array(32)
  return headerOf({ transactionsTrie: unknown, receiptTrie: unknown })
}

/** The block under construction on a sealed one. */
export function pendingBlock(
  transactions: readonly SignedTransaction[] = [],
  receipts: readonly Receipt[] = [],
  header: BlockHeader = openHeader(),
): PendingBlockView {
  return {
    kind: 'pending',
    number: header.number,
    header,
    parent: sealedBlock([], [], headerOf({ number: header.number - 1n })),
    transactions,
    receipts,
    edits: [],
    state: noState,
    flashblock: 1,
  }
}

export function receiptOf(transaction: SignedTransaction, fields: Partial<Receipt> = {}): Receipt {
  return {
    transaction,
    index: 0,
    status: 1,
    gasUsed: 21_000n,
    cumulativeGasUsed: 21_000n,
    effectiveGasPrice: 1_000_000_001n,
    logs: [],
    firstLogIndex: 0,
    logsBloom: new Uint8Array(256),
    output: new Uint8Array(),
    ...fields,
  }
}

/** A log of contract 0x1111… with one topic, 0x2222…, and a byte of data. */
export const sampleLog: Log = {
  address: new Uint8Array(20).fill(0x11),
  topics: [new Uint8Array(32).fill(0x22)],
  data: Uint8Array.of(0x33),
}
