import { remembered } from '../../lib/memo.ts'
import type { AnyHardforkName, Hardfork } from '../../types/genesis.ts'
import type { HardforkName } from '../../types/options/options.ts'

/** Hardforks whose rules are final, oldest first; each includes all before it. */
export const hardforks = [
  'chainstart',
  'homestead',
  'tangerineWhistle',
  'spuriousDragon',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'muirGlacier',
  'berlin',
  'london',
  'arrowGlacier',
  'grayGlacier',
  'paris',
  'shanghai',
  'cancun',
  'prague',
  'osaka',
] as const satisfies readonly HardforkName[]

export type FinalHardfork = (typeof hardforks)[number]

/** The next hardfork, whose rules still change (EIP-7773); it includes all before it. A chain gets it on request, or as a fork of one that has it. */
export const draftHardfork = 'amsterdam' satisfies HardforkName

/** Hardforks a fresh chain can start with, oldest first. */
export const startHardforks = [...hardforks, draftHardfork] as const

const firstByTime = hardforks.indexOf('shanghai')

/** The forks of a chain that has this hardfork from its beginning on. */
export function forksUpTo(hardfork: HardforkName): readonly Hardfork[] {
  return startHardforks
    .slice(0, startHardforks.indexOf(hardfork) + 1)
    .map((name, index) => (index < firstByTime ? { name, block: 0n } : { name, time: 0n }))
}

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
