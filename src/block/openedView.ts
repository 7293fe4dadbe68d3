import type { BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import type { Withdrawal } from '@ethereumjs/util'
import { withdrawalsRoot } from '../execution/rules/body.ts'
import { openLedger } from '../execution/rules/ledger.ts'
import { type HeaderFields, nextHeader } from '../execution/rules/nextHeader.ts'
import { opStackOf } from '../execution/rules/opStack.ts'
import type { SignedTransaction } from '../types/transaction.ts'
import type { PendingBlockView, SealedBlock } from '../types/view.ts'

/** What the builder of a block chooses. */
export interface BlockFields extends Omit<HeaderFields, 'withdrawalsRoot'> {
  /** From Shanghai on; none when absent. */
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
  const opening = opStackOf(common)?.opening(parent, { ...l1, timestamp, timestampMs }, common)
  const header = nextHeader(parent.header, common, {
    timestamp,
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
