/** Hardforks that come by time; the bpo ones change only how many blobs a block may have (EIP-7892). */
export type ScheduledHardfork =
  | 'shanghai'
  | 'cancun'
  | 'prague'
  | 'osaka'
  | 'amsterdam'
  | 'bpo1'
  | 'bpo2'
  | 'bpo3'
  | 'bpo4'
  | 'bpo5'

/** How many blobs blocks have and how fast their fee moves (EIP-7840). */
export interface BlobSchedule {
  /** Blobs per block at which the fee does not change. */
  readonly target: number
  /** The most blobs that a block can have. */
  readonly max: number
  /** How slowly the fee follows: the larger, the slower. */
  readonly baseFeeUpdateFraction: number
}

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
