import { remembered } from '../../lib/remembered.ts'
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
    } else if (fork.time <= timestamp && isReached(london(forks), number)) {
      return fork.name
    }
  }
  return 'chainstart'
}

/** Forks by time come after it, however early their time is. */
const london = remembered((forks: readonly Hardfork[]) => ({
  block: forks.find(({ name }) => name === 'london')?.block,
}))

function isReached({ block }: { readonly block: bigint | undefined }, number: bigint): boolean {
  return block !== undefined && block <= number
}
