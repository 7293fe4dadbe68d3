import { remembered } from '../../lib/memo.ts'
import type { AnyHardforkName, ChainRules, Hardfork } from '../../types/genesis.ts'
import type { ScheduledHardfork } from '../../types/hardforkSchedule.ts'
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

/** Hardforks that come by time, oldest first. */
export const timedHardforks = [
  'shanghai',
  'cancun',
  'prague',
  'osaka',
  'bpo1',
  'bpo2',
  'bpo3',
  'bpo4',
  'bpo5',
  'amsterdam',
] as const satisfies readonly ScheduledHardfork[]

/** Hardforks that a user has chosen, oldest first, with their blobs where those differ from Ethereum's. */
export type LaterHardforks = Pick<ChainRules, 'forks' | 'blobSchedules'>

/**
 * The rules of a chain with these hardforks in place of its own from the first of them on. A hardfork includes all
 * before it, so one that is left out comes with the next one.
 */
export function withLater(rules: ChainRules, later: LaterHardforks | undefined): ChainRules {
  const first = later?.forks[0]
  if (later === undefined || first === undefined) return rules
  const positionOf = (name: string) => (timedHardforks as readonly string[]).indexOf(name)
  const kept = rules.forks.filter(({ name }) => positionOf(name) < positionOf(first.name))
  const newestKept = Math.max(...kept.map(({ name }) => positionOf(name)))
  const newer: Hardfork[] = []
  for (const name of timedHardforks.slice(newestKept + 1).reverse()) {
    const chosen = later.forks.find((fork) => fork.name === name)?.time
    const time = chosen ?? (name.startsWith('bpo') ? undefined : newer[0]?.time)
    if (time !== undefined) newer.unshift({ name, time })
  }
  return {
    ...rules,
    forks: [...kept, ...newer],
    blobSchedules: { ...rules.blobSchedules, ...later.blobSchedules },
  }
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
