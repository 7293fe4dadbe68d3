import type { Chain } from '../../chain/chain.ts'
import { equalBytes } from '../../lib/hex.ts'
import type { StateTree } from '../../types/state.ts'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { SealedBlock, View } from '../../types/view.ts'

interface Included {
  readonly transaction: SignedTransaction
  readonly block: View
  readonly receipt: Receipt
}

/** The transaction of a block that an account sent with a nonce. */
export function sentInBlock(block: View, sender: Uint8Array, nonce: bigint): Included | undefined {
  const receipt = block.receipts.find(
    ({ transaction }) =>
      transaction.envelope.nonce === nonce && equalBytes(transaction.sender.bytes, sender),
  )
  return receipt && { transaction: receipt.transaction, block, receipt }
}

/** The sealed transaction that an account sent with a nonce, found by the nonces after each block. */
export function sentOnChain(chain: Chain, sender: Uint8Array, nonce: bigint): Included | undefined {
  // A chain that begins late has no blocks below its first.
  const isUsed = (state: StateTree | undefined) => (state?.account(sender)?.nonce ?? 0n) > nonce
  if (!isUsed(chain.head.state)) return undefined
  let low = chain.oldestState
  let high = chain.head.number
  while (low < high) {
    const middle = (low + high) / 2n
    if (isUsed(chain.stateAt(middle))) high = middle
    else low = middle + 1n
  }
  return sentInBlock(chain.blockByNumber(low) as SealedBlock, sender, nonce)
}
