import type { AnyHardforkName, BlobSchedule } from './genesis.ts'

/** Hardforks that come by time; the bpo ones change only how many blobs a block may have (EIP-7892). */
export type ScheduledHardfork = Extract<
  AnyHardforkName,
  'shanghai' | 'cancun' | 'prague' | 'osaka' | 'amsterdam' | `bpo${number}`
>

/** When a hardfork comes: seconds since 1970, a date, or an ISO string. The first block of that time or later has its rules. */
export type HardforkTime = number | Date | string

/**
 * Hardforks that come after genesis, with their times, and blobs where those differ from Ethereum's (EIP-7840).
 * A hardfork that is left out comes with the next one.
 *
 * @example
 * ```ts
 * { osaka: 1_800_000_000, bpo1: { time: 1_800_000_600, blobs: { target: 10, max: 15, baseFeeUpdateFraction: 8_346_193 } } }
 * ```
 */
export type HardforkSchedule = {
  readonly [Name in ScheduledHardfork]?:
    | HardforkTime
    | { readonly time: HardforkTime; readonly blobs?: BlobSchedule | undefined }
    | undefined
}
