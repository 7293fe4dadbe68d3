import type { BlockOptions } from '../../types/options/blockOptions.ts'
import type { CompatRules } from './compatRules.ts'
import { big, flag, integer } from './optionValues.ts'

/** Options of blocks with their defaults, checked. */
export interface BlockSettings {
  readonly number: bigint
  readonly slotsInAnEpoch: number
  readonly allowSameTimestamp: boolean
  readonly disableDefaultCreate2Deployer: boolean
  readonly throwOnFailure: boolean
}

/** Numbers that clients read as numbers of JavaScript. */
const mostNumber = BigInt(Number.MAX_SAFE_INTEGER)
const mostSlots = 1_000_000

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveBlocks(
  options: BlockOptions,
  rules: Pick<
    CompatRules,
    'slotsInAnEpoch' | 'sharesTimestamps' | 'hasCreate2Deployer' | 'throwsFailures'
  >,
): BlockSettings {
  const { slotsInAnEpoch } = options
  return {
    number: big('number', options.number ?? 0, 0n, mostNumber),
    slotsInAnEpoch:
      slotsInAnEpoch === undefined
        ? rules.slotsInAnEpoch
        : integer('slotsInAnEpoch', slotsInAnEpoch, 1, mostSlots),
    allowSameTimestamp: flag(
      'allowSameTimestamp',
      options.allowSameTimestamp ?? rules.sharesTimestamps,
    ),
    disableDefaultCreate2Deployer: flag(
      'disableDefaultCreate2Deployer',
      options.disableDefaultCreate2Deployer ?? !rules.hasCreate2Deployer,
    ),
    throwOnFailure: flag('throwOnFailure', options.throwOnFailure ?? rules.throwsFailures),
  }
}
