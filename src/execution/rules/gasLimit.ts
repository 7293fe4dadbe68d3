/** How much of its parent's gas limit a block may change it by, and one less than that (yellow paper, 4.4.4). */
const boundDivisor = 1024n

/** What a block's gas limit must be at least. */
const leastGasLimit = 5000n

/** The gas limit after a parent's that comes as near to the wanted one as a block may. */
export function gasLimitTowards(parentGasLimit: bigint, wantedGasLimit: bigint): bigint {
  const wanted = wantedGasLimit < leastGasLimit ? leastGasLimit : wantedGasLimit
  const most = parentGasLimit / boundDivisor - 1n
  if (wanted > parentGasLimit + most) return parentGasLimit + most
  if (wanted < parentGasLimit - most) return parentGasLimit - most
  return wanted
}
