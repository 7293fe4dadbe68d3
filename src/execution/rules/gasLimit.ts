import type { BlockHeader } from '@ethereumjs/block'
import type { Common } from '@ethereumjs/common'

/** How much of its parent's gas limit a block may change it by, and one less than that (yellow paper, 4.4.4). */
const boundDivisor = 1024n

/** What a block's gas limit must be at least. */
const leastGasLimit = 5000n

/** The most that a gas limit can be (EIP-1985). */
const mostGasLimit = 2n ** 63n - 1n

/**
 * What the gas limit of a block may be a little more or less than: its parent's, and in the first
 * block of London twice that, as from then on the target is half the limit (EIP-1559).
 */
export function gasLimitBase(parent: BlockHeader, common: Common): bigint {
  const isFirstOfLondon = common.isActivatedEIP(1559) && parent.baseFeePerGas === undefined
  return isFirstOfLondon ? 2n * parent.gasLimit : parent.gasLimit
}

/** The least and the most that a gas limit may be by its base. */
export function gasLimitBounds(base: bigint): readonly [least: bigint, most: bigint] {
  const most = base / boundDivisor - 1n
  const [low, high] = [base - most, base + most]
  return [low < leastGasLimit ? leastGasLimit : low, high > mostGasLimit ? mostGasLimit : high]
}

/** The gas limit that is as near to the wanted one as its base lets it be. */
export function gasLimitTowards(base: bigint, wanted: bigint): bigint {
  const [least, most] = gasLimitBounds(base)
  if (wanted < least) return least
  return wanted > most ? most : wanted
}
