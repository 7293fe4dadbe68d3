import type { BlockHeader } from '@ethereumjs/block'
import type { Withdrawal } from '@ethereumjs/util'
import type { Machine } from '../../ethereumjs/machine.ts'
import type { Log, Receipt } from '../../types/transaction.ts'
import { combineBlooms } from './logsBloom.ts'
import { withOutcome } from './nextHeader.ts'
import { opStackOf } from './opStack.ts'
import { collectRequests, requestsHash } from './requests.ts'
import { payBlockReward, payWithdrawals } from './rewards.ts'
import { receiptsRoot, transactionsRoot } from './roots.ts'

/** What a block has besides its header: its transactions' receipts stand for them. */
export interface BlockContent {
  readonly receipts: readonly Receipt[]
  readonly withdrawals: readonly Withdrawal[]
  /** Only before the merge. */
  readonly uncles?: readonly BlockHeader[] | undefined
}

/**
 * Ends a block whose transactions have run on the machine's state: pays withdrawals and rewards,
 * collects requests, and gives the final header. The state is then the one after the block.
 */
export async function closeBlock(
  machine: Machine,
  header: BlockHeader,
  { receipts, withdrawals, uncles }: BlockContent,
): Promise<BlockHeader> {
  const { state, common } = machine
  payWithdrawals(state, withdrawals)
  payBlockReward(state, header, uncles)
  const logs: Log[] = []
  for (const receipt of receipts) for (const log of receipt.logs) logs.push(log)
  const opStack = opStackOf(common)
  const requests = opStack === undefined ? await collectRequests(machine, logs) : []
  const tree = state.tree()
  return withOutcome(header, {
    gasUsed: receipts.at(-1)?.cumulativeGasUsed ?? 0n,
    blobGasUsed: receipts.reduce((sum, { blobGasUsed }) => sum + (blobGasUsed ?? 0n), 0n),
    logsBloom: combineBlooms(receipts.map((receipt) => receipt.logsBloom)),
    stateRoot: tree.root(),
    transactionsRoot: transactionsRoot(receipts.map(({ transaction }) => transaction)),
    receiptsRoot: receiptsRoot(receipts),
    requestsHash: common.isActivatedEIP(7685) ? requestsHash(requests) : undefined,
    withdrawalsRoot: opStack?.withdrawalsRoot(tree),
  })
}
