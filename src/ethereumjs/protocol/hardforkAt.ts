import type { AnyHardforkName, Hardfork } from '../../types/genesis.ts'

/** The hardfork that holds at a block of a chain with these forks. */
export function hardforkAt(
  forks: readonly Hardfork[],
  number: bigint,
  timestamp: bigint,
): AnyHardforkName {
  for (let index = forks.length - 1; index > 0; index--) {
    const fork = forks[index] as Hardfork
    if (fork.block !== undefined) {
      if (fork.block <= number) return fork.name
    } else if (fork.time <= timestamp && isLondon(forks, index, number)) {
      return fork.name
    }
  }
  return 'chainstart'
}

/** Forks by time come after London, however early their time is. */
function isLondon(forks: readonly Hardfork[], before: number, number: bigint): boolean {
  for (let index = before; index >= 0; index--) {
    const { name, block } = forks[index] as Hardfork
    if (name === 'london') return block !== undefined && block <= number
  }
  return false
}
