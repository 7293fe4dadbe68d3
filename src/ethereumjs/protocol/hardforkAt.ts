import type { AnyHardforkName, Hardfork } from '../../types/genesis.ts'

/** The hardfork that holds at a block of a chain with these forks. */
export function hardforkAt(
  forks: readonly Hardfork[],
  number: bigint,
  timestamp: bigint,
): AnyHardforkName {
  for (let index = forks.length - 1; index > 0; index--) {
    const { name, block, time } = forks[index] as Hardfork
    if (block === undefined ? time <= timestamp && isLondon(forks, number) : block <= number) {
      return name
    }
  }
  return 'chainstart'
}

/** Forks by time come after London, however early their time is. */
function isLondon(forks: readonly Hardfork[], number: bigint): boolean {
  for (const { name, block } of forks) {
    if (name === 'london') return block !== undefined && block <= number
  }
  return false
}
