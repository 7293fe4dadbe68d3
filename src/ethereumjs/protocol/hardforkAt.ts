import type { Fork, ForkName } from '../../types/genesis.ts'

/** The hardfork that holds at a block of a chain with these forks. */
export function forkAt(forks: readonly Fork[], number: bigint, timestamp: bigint): ForkName {
  for (let index = forks.length - 1; index > 0; index--) {
    const { name, block, time } = forks[index] as Fork
    if (block === undefined ? time <= timestamp && isLondon(forks, number) : block <= number) {
      return name
    }
  }
  return 'chainstart'
}

/** Forks by time come after London, however early their time is. */
function isLondon(forks: readonly Fork[], number: bigint): boolean {
  const london = forks.find(({ name }) => name === 'london')
  return london?.block !== undefined && london.block <= number
}
