import type { BlockLevelAccessList } from '@ethereumjs/util'
import { decodeAccessList, joinAccesses } from '../execution/rules/blockAccessList.ts'
import { emptyBloom } from '../execution/rules/logsBloom.ts'
import { withOutcome } from '../execution/rules/nextHeader.ts'
import type { SealedBlock, View } from '../types/view.ts'
import { type Engine, PendingBlock } from './pendingBlock.ts'

/**
 * What a block has read and written (EIP-7928), of a pending one so far; none before Amsterdam. Of a sealed block
 * that is not new any more only the hash of the list is kept, so it is run again.
 */
export async function accessListOf(
  engine: Engine,
  view: View,
  parent: SealedBlock | undefined,
): Promise<BlockLevelAccessList | undefined> {
  if (view.kind === 'pending') return view.ledger && joinAccesses(view.ledger.accesses)
  const { header, accessList } = view
  if (header.blockAccessListHash === undefined) return undefined
  if (accessList !== undefined) return decodeAccessList(accessList)
  if (parent === undefined) return joinAccesses([])
  const run = await runAgain(engine, view, parent)
  return run.accessList && decodeAccessList(run.accessList)
}

async function runAgain(
  engine: Engine,
  { header, transactions, block, edited }: SealedBlock,
  parent: SealedBlock,
): Promise<SealedBlock> {
  const { builtOn = parent.state, edits = [] } = edited ?? {}
  const on = { ...parent, state: builtOn }
  const nothing = { gasUsed: 0n, blobGasUsed: 0n, logsBloom: emptyBloom }
  const again = PendingBlock.begin(
    engine,
    on,
    withOutcome(header, nothing),
    block.withdrawals ?? [],
  )
  const editAfter = (count: number) => {
    for (const { after, edit } of edits) if (after === count) again.edit(edit)
  }
  for (const [index, transaction] of transactions.entries()) {
    editAfter(index)
    await again.addFetched(transaction)
  }
  editAfter(transactions.length)
  return again.seal()
}
