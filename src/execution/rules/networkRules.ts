import type { BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import type { Machine } from '../../ethereumjs/machine.ts'
import { type NetworkExtension, SharedCommon } from '../../ethereumjs/protocol/sharedCommon.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { TransactionRun } from './receipt.ts'

/** What a network does otherwise than Ethereum in its blocks. Loaded for networks that have such rules alone. */
export interface NetworkRules extends NetworkExtension {
  /** Whose rules they are: those of the OP stack, which `opStackOf` gives, or of one network. */
  readonly kind: 'opStack' | 'own'
  /** Whether blocks may have the time of the block before, in seconds. */
  readonly sharesSeconds: boolean
  /** Wei per gas of the block after `parent`. */
  nextBaseFee(parent: BlockHeader): bigint
  /** Runs a transaction; `plain` does it as Ethereum does. */
  run?(
    machine: Machine,
    transaction: SignedTransaction,
    header: BlockHeader,
    plain: () => Promise<TransactionRun>,
  ): Promise<TransactionRun>
}

/** The rules of the network where they are not Ethereum's. */
export function networkRulesOf(common: Common): NetworkRules | undefined {
  if (!(common instanceof SharedCommon)) return undefined
  // `Networks.rulesOf` makes them and nothing else: the layer of `SharedCommon` does not know this one.
  return common.extension as NetworkRules | undefined
}
