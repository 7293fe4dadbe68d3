import type { AnyHardforkName, ChainRules, Hardfork } from '../../../types/genesis.ts'
import type { BlobSchedule } from '../../../types/hardforkSchedule.ts'

type Known = Pick<ChainRules, 'forks' | 'blobSchedules'>

const byBlock = (names: readonly (readonly [AnyHardforkName, bigint])[]): readonly Hardfork[] =>
  names.map(([name, block]) => ({ name, block }))

const byTime = (names: readonly (readonly [AnyHardforkName, number])[]): readonly Hardfork[] =>
  names.map(([name, time]) => ({ name, time: BigInt(time) }))

/** The rules of a network that began with them. */
const fromTheStart = byBlock([
  ['chainstart', 0n],
  ['homestead', 0n],
  ['tangerineWhistle', 0n],
  ['spuriousDragon', 0n],
  ['byzantium', 0n],
  ['constantinople', 0n],
  ['petersburg', 0n],
  ['istanbul', 0n],
  ['berlin', 0n],
  ['london', 0n],
  ['paris', 0n],
])

const blobsOf = (target: number, max: number, baseFeeUpdateFraction: number): BlobSchedule => ({
  target,
  max,
  baseFeeUpdateFraction,
})

/** EIP-7892: how many blobs there are since then. */
const blobSchedules: Known['blobSchedules'] = {
  bpo1: blobsOf(10, 15, 8_346_193),
  bpo2: blobsOf(14, 21, 11_684_671),
}

/** When hardforks came to public networks; times in seconds since 1970. */
const chains: Readonly<Record<number, Known>> = {
  // Ethereum mainnet.
  1: {
    forks: [
      ...byBlock([
        ['chainstart', 0n],
        ['homestead', 1_150_000n],
        ['tangerineWhistle', 2_463_000n],
        ['spuriousDragon', 2_675_000n],
        ['byzantium', 4_370_000n],
        ['constantinople', 7_280_000n],
        ['petersburg', 7_280_000n],
        ['istanbul', 9_069_000n],
        ['muirGlacier', 9_200_000n],
        ['berlin', 12_244_000n],
        ['london', 12_965_000n],
        ['arrowGlacier', 13_773_000n],
        ['grayGlacier', 15_050_000n],
        ['paris', 15_537_394n],
      ]),
      ...byTime([
        ['shanghai', 1_681_338_455],
        ['cancun', 1_710_338_135],
        ['prague', 1_746_612_311],
        ['osaka', 1_764_798_551],
        ['bpo1', 1_765_290_071],
        ['bpo2', 1_767_747_671],
      ]),
    ],
    blobSchedules,
  },
  // Sepolia.
  11155111: {
    forks: [
      ...fromTheStart,
      ...byTime([
        ['shanghai', 1_677_557_088],
        ['cancun', 1_706_655_072],
        ['prague', 1_741_159_776],
        ['osaka', 1_760_427_360],
        ['bpo1', 1_761_017_184],
        ['bpo2', 1_761_607_008],
      ]),
    ],
    blobSchedules,
  },
  // Hoodi.
  560048: {
    forks: [
      ...fromTheStart,
      ...byTime([
        ['shanghai', 0],
        ['cancun', 0],
        ['prague', 1_742_999_832],
        ['osaka', 1_761_677_592],
        ['bpo1', 1_762_365_720],
        ['bpo2', 1_762_955_544],
      ]),
    ],
    blobSchedules,
  },
}

/** The hardforks of a public network; none where its id is not among those known here. */
export function knownForks(chainId: number): Known | undefined {
  return chains[chainId]
}
