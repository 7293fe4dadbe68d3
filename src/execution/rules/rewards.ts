import { type Common, ConsensusType } from '@ethereumjs/common'
import type { Withdrawal } from '@ethereumjs/util'
import type { MutableState } from '../../types/state.ts'

const weiPerGwei = 10n ** 9n

/** Pays withdrawals from the consensus layer to their accounts (EIP-4895). */
export function payWithdrawals(state: MutableState, withdrawals: readonly Withdrawal[]): void {
  for (const { address, amount } of withdrawals) credit(state, address.bytes, amount * weiPerGwei)
}

/** Pays the static reward of a block without uncles to its coinbase, before the merge. */
export function payBlockReward(state: MutableState, common: Common, coinbase: Uint8Array): void {
  if (common.consensusType() !== ConsensusType.ProofOfWork) return
  credit(state, coinbase, common.param('minerReward'))
}

/** An amount of zero creates no account (EIP-161). */
function credit(state: MutableState, address: Uint8Array, amount: bigint): void {
  if (amount === 0n) return
  const balance = state.readAccount(address)?.balance ?? 0n
  state.writeAccount(address, { balance: balance + amount })
}
