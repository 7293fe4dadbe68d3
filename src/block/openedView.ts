import type { BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import type { Withdrawal } from '@ethereumjs/util'
import { transactionSize, withdrawalsRoot } from '../execution/rules/body.ts'
import { type HeaderFields, nextHeader } from '../execution/rules/header.ts'
import { gasOf, openLedger } from '../execution/rules/ledger.ts'
import { opStackOf } from '../execution/rules/opStack.ts'
import type { GasByKind, Ledger } from '../types/execution.ts'
import type { Receipt, SignedTransaction } from '../types/transaction.ts'
import type { PendingBlockView, SealedBlock } from '../types/view.ts'

/** What the builder of a block chooses. */
export interface BlockFields extends Omit<HeaderFields, 'withdrawalsRoot'> {
  /** The withdrawals, from Shanghai on; none when absent. */
  readonly withdrawals?: readonly Withdrawal[] | undefined
}

/** A block before its first transaction, and those that it begins with. */
export interface OpenedBlock {
  readonly view: PendingBlockView
  readonly transactions: readonly SignedTransaction[]
}

/** What `PendingBlock.open` begins with; `common` has the block's rules. */
export function openedView(common: Common, parent: SealedBlock, fields: BlockFields): OpenedBlock {
  const { timestamp, timestampMs, l1, withdrawals = [] } = fields
  const opening = opStackOf(common)?.opening(
    parent,
    { ...l1, gasLimit: fields.gasLimit, timestamp, timestampMs },
    common,
  )
  const header = nextHeader(parent.header, common, {
    timestamp,
    timestampMs,
    gasLimit: fields.gasLimit,
    coinbase: fields.coinbase,
    prevRandao: opening === undefined || l1?.hasOwnRandao ? fields.prevRandao : opening.prevRandao,
    parentHash: fields.parentHash,
    baseFeePerGas: fields.baseFeePerGas,
    excessBlobGas: fields.excessBlobGas,
    extraData: fields.extraData,
    parentBeaconBlockRoot: fields.parentBeaconBlockRoot ?? opening?.parentBeaconBlockRoot,
    difficulty: fields.difficulty,
    withdrawalsRoot: common.isActivatedEIP(4895) ? withdrawalsRoot(withdrawals) : undefined,
  })
  const view = viewOf(parent, header, withdrawals)
  return { view, transactions: opening?.transactions ?? none }
}

const none: readonly never[] = []

/** The view of a block that has this header, before its first transaction. */
export function viewOf(
  parent: SealedBlock,
  header: BlockHeader,
  withdrawals: readonly Withdrawal[],
): PendingBlockView {
  const state = parent.state.fork()
  const ledger = openLedger(state, header)
  return {
    kind: 'pending',
    number: header.number,
    header,
    parent,
    transactions: none,
    receipts: none,
    withdrawals,
    state: state.tree(),
    ledger,
    edits: none,
    flashblock: -1,
  }
}

/** How far a block is filled. */
export interface Filling {
  /** The gas that receipts divide among the transactions, after refunds. */
  readonly receiptGas: bigint
  /** What of the block's gas limit is used up. */
  readonly gasUsed: bigint
  /** Gas used of each kind, from Amsterdam on (EIP-8037). */
  readonly gas?: GasByKind | undefined
  readonly blobGasUsed: bigint
  /** How many logs there are. */
  readonly logs: number
  /** Bytes of its transactions. */
  readonly bytes: number
}

const empty: Filling = { receiptGas: 0n, gasUsed: 0n, blobGasUsed: 0n, logs: 0, bytes: 0 }

/** What the transactions of a block fill of it; `ledger` as far as the block has one. */
export function fillingOf(receipts: readonly Receipt[], ledger?: Ledger): Filling {
  const filling = receipts.reduce((sum, receipt) => filledBy(sum, receipt), empty)
  return ledger === undefined ? filling : { ...filling, ...usedIn(ledger) }
}

/** The filling with one more transaction; `ledger` has that one too. */
export function filledBy(filling: Filling, receipt: Receipt, ledger?: Ledger): Filling {
  const { cumulativeGasUsed } = receipt
  return {
    receiptGas: cumulativeGasUsed,
    gasUsed: cumulativeGasUsed,
    blobGasUsed: filling.blobGasUsed + (receipt.blobGasUsed ?? 0n),
    logs: filling.logs + receipt.logs.length,
    bytes: filling.bytes + transactionSize(receipt.transaction),
    ...(ledger && usedIn(ledger)),
  }
}

function usedIn(ledger: Ledger): Pick<Filling, 'gasUsed' | 'gas'> {
  return { gasUsed: gasOf(ledger), gas: ledger.gas }
}
