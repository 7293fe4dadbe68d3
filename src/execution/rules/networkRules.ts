import type { BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'
import type { Machine } from '../../ethereumjs/machine.ts'
import { type NetworkExtension, SharedCommon } from '../../ethereumjs/protocol/sharedCommon.ts'
import type { LargeBlocks } from '../../types/network.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { TransactionRun } from './receipt.ts'

/** How headers have times in milliseconds. */
export interface MilliTime {
  /** Between blocks. */
  readonly blockMs: number
  /** Returns the time of a block, ms since 1970. */
  of(header: BlockHeader): bigint
  /** Makes the mixHash of the block after `parent`: the wanted randomness with the part of its time. */
  mixHash(parent: BlockHeader, fields: MixFields): Uint8Array
}

/** What decides a mixHash with a time. */
export interface MixFields {
  /** Seconds. */
  readonly timestamp: bigint
  /** None: a time in that second. */
  readonly timestampMs?: bigint | undefined
  /** 32 bytes. */
  readonly prevRandao: Uint8Array
}

/** What a network does otherwise than Ethereum in its blocks. Loaded for networks that have such rules alone. */
export interface NetworkRules extends NetworkExtension {
  /** Whose rules they are: those of the OP stack, which `opStackOf` gives, or of one network. */
  readonly kind: 'opStack' | 'own'
  /** Whether blocks may have the time of the block before, in seconds. */
  readonly sharesSeconds: boolean
  /** Blocks with another gas limit than the one before them, see `isLarge`. */
  readonly largeBlocks?: LargeBlocks | undefined
  /** Times of blocks in milliseconds, where the mixHash of a header has a part of them. */
  readonly milliTime?: MilliTime | undefined
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

/** Whether the block of that time after a block of the other time, in seconds, is a large one. */
export function isLarge(
  largeBlocks: LargeBlocks | undefined,
  parent: { readonly timestamp: bigint },
  { timestamp }: { readonly timestamp: bigint },
): largeBlocks is LargeBlocks {
  if (largeBlocks === undefined) return false
  const every = BigInt(largeBlocks.everyMs)
  return (timestamp * 1000n) / every > (parent.timestamp * 1000n) / every
}
