import * as v from 'valibot'
import { revertReason } from '../../../execution/revertReason.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import type { Receipt } from '../../../types/transaction.ts'
import type { SealedBlock } from '../../../types/view.ts'
import { formatBlock } from '../../format/block/block.ts'
import { formatTransaction, placeIn } from '../../format/transaction/transaction.ts'
import { defineMethod } from '../../method.ts'
import { mineRequest } from '../../schema/mineRequest.ts'

/** As anvil answers it. */
export const mineDetailed = defineMethod({
  name: 'evm_mine_detailed',
  aliases: ['anvil_mine_detailed', 'anvil_mineDetailed'],
  summary:
    'As `evm_mine`, but answers the blocks, with what each transaction returned and why it reverted.',
  params: v.strictTuple([mineRequest]),
  handler: async ({ devnet }, [request]) => {
    const { from, to } = await devnet.blocks.mine(request)
    return devnet.chain.blocks(from, to).map(formatDetailed)
  },
})

function formatDetailed(block: SealedBlock) {
  const transactions = block.receipts.map((receipt, index) => ({
    ...formatTransaction(receipt.transaction, placeIn(block, index)),
    ...formatOutcome(receipt),
  }))
  return { ...formatBlock(block, false), transactions }
}

function formatOutcome({ status, output }: Receipt) {
  const reason = status === 1 ? undefined : revertReason(output)
  return {
    ...(reason !== undefined && { revertReason: reason }),
    ...(output.length > 0 && { output: bytesToHex(output) }),
  }
}
