import type { Block } from '@ethereumjs/block'
import { hashHeader } from '../../ethereumjs/header/hashHeader.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { StateTree } from '../../types/state.ts'
import type { EditedBlock } from '../../types/stateEdit.ts'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import { blockSize } from './blockSize.ts'

/** What ran in a block: its transactions as they were signed, what came of them, and the state after it. */
export interface BlockOutcome {
  readonly transactions: readonly SignedTransaction[]
  readonly receipts: readonly Receipt[]
  readonly state: StateTree
  readonly accessList?: Uint8Array | undefined
  readonly edited?: EditedBlock | undefined
}

/** A finished block with what it did. Its hash is computed once, here. */
export function sealedBlock(
  block: Block,
  { transactions, receipts, state, accessList, edited }: BlockOutcome,
): SealedBlock {
  const { header, withdrawals, uncleHeaders } = block
  const headerBytes = hashHeader(header)
  return {
    kind: 'sealed',
    hash: bytesToHex(header.hash()),
    number: header.number,
    block,
    header,
    transactions,
    receipts,
    state,
    size: blockSize(header, transactions, withdrawals, uncleHeaders, headerBytes),
    ...(accessList && { accessList }),
    ...(edited && { edited }),
  }
}
