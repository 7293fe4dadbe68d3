import type { BlockHeader } from '@ethereumjs/block'
import { ConsensusType } from '@ethereumjs/common'
import type { BlockLevelAccessList, Withdrawal } from '@ethereumjs/util'
import type { MutableState } from '../../types/state.ts'

const weiPerGwei = 10n ** 9n

/** Pays withdrawals from the consensus layer to their accounts (EIP-4895); `list` gets what is accessed (EIP-7928). */
export function payWithdrawals(
  state: MutableState,
  withdrawals: readonly Withdrawal[],
  list?: BlockLevelAccessList,
): void {
  for (const { address, amount } of withdrawals) {
    credit(state, address.bytes, amount * weiPerGwei)
    list?.addAddress(address.toString())
    if (amount === 0n) continue
    list?.addBalanceChange(address.toString(), state.readAccount(address.bytes)?.balance ?? 0n, 0)
  }
}

/**
 * Pays the rewards of a block with proof of work: to its coinbase, and to those of its uncles the
 * less the older they are.
 */
export function payBlockReward(
  state: MutableState,
  { common, coinbase, number }: BlockHeader,
  uncles: readonly BlockHeader[] = [],
): void {
  // The merge is asked for first, as EthereumJS goes through all forks for the kind of consensus.
  if (common.isActivatedEIP(3675) || common.consensusType() !== ConsensusType.ProofOfWork) return
  const reward = common.param('minerReward')
  for (const uncle of uncles) {
    credit(state, uncle.coinbase.bytes, ((8n + uncle.number - number) * reward) / 8n)
  }
  credit(state, coinbase.bytes, reward + BigInt(uncles.length) * (reward / 32n))
}

/** An amount of zero creates no account (EIP-161). */
function credit(state: MutableState, address: Uint8Array, amount: bigint): void {
  if (amount === 0n) return
  const balance = state.readAccount(address)?.balance ?? 0n
  state.writeAccount(address, { balance: balance + amount })
}
