import type { Amount } from './values.ts'

/** What a stranger's transaction does; `work` is a call that uses much gas. */
export type TrafficKind = 'transfer' | 'token' | 'swap' | 'mint' | 'revert' | 'work'

/** A kind of day on a chain; docs/traffic.md has the numbers. */
export type TrafficPreset = 'quiet' | 'busy' | 'congested' | 'mint' | 'crash'

/** Background transactions of strangers. What is absent is as in the preset, `busy` when there is none. */
export interface TrafficOptions {
  /** The numbers to begin with. @default 'busy' */
  readonly preset?: TrafficPreset | undefined
  /** Transactions a second on average, by the chain's clock, from 0 to 2,000. They come by a Poisson process. @default that of the preset */
  readonly rate?: number | undefined
  /** Transactions that come together on average: 1 for single ones, up to 1,000. @default that of the preset */
  readonly burst?: number | undefined
  /** The share of each kind among them, in any unit. Kinds that are absent do not occur. @default that of the preset */
  readonly mix?: Readonly<Partial<Record<TrafficKind, number>>> | undefined
  /**
   * The part of each block's gas that is used, from 0 to 4. Calls with much gas are sent until the open block and the
   * pool have as much; above 1 the pool always holds what does not fit.
   * @default that of the preset
   */
  readonly fill?: number | undefined
  /** The share of swaps that sell the exchange's ether, from 0 to 1: above a half its price falls. @default that of the preset */
  readonly sell?: number | undefined
  /** The lowest and the highest tip, wei per gas. Half of all tips are below their geometric mean. @default that of the preset */
  readonly tip?: readonly [lowest: Amount, highest: Amount] | undefined
  /**
   * The base fee at which no stranger sends any more, wei per gas. From an eighth of it on they become fewer and
   * `fill` falls, so that a base fee that rises finds a limit.
   * @default that of the preset
   */
  readonly maxBaseFee?: Amount | undefined
  /** The share of transactions, from 0 to 1, that replace one that waits by one with higher fees. @default that of the preset */
  readonly replace?: number | undefined
  /** How many of the strangers' transactions wait at most, from 1 to 10,000; what would come beyond is left out. @default that of the preset */
  readonly backlog?: number | undefined
  /** How many strangers there are, from 1 to 1,000. @default that of the preset */
  readonly senders?: number | undefined
  /** What is drawn follows from it; a number is read as its decimal digits. @default the devnet's `seed` */
  readonly seed?: string | number | undefined
}

/** Traffic as options take it: a preset, a text such as `'busy,rate=20'`, or numbers. */
export type TrafficChoice = TrafficPreset | 'off' | (string & {}) | TrafficOptions

/** What traffic is set to, and what it has done since. */
export interface TrafficStats {
  /** Whether it was set and not stopped. */
  readonly isOn: boolean
  /** Why no transactions are sent at present; none when they are. */
  readonly held: string | undefined
  /** Transactions a second on average. */
  readonly rate: number
  /** Transactions that come together on average. */
  readonly burst: number
  /** Shares that add up to 1. */
  readonly mix: Readonly<Record<TrafficKind, number>>
  /** The part of each block's gas that is used. */
  readonly fill: number
  /** Seconds since it was set, by the clock's steady time. */
  readonly seconds: number
  /** Transactions that were sent, by kind; without those that only fill blocks. */
  readonly sent: Readonly<Record<TrafficKind, number>>
  /** Calls that were sent to fill blocks. */
  readonly filled: number
  /** Transactions that were replaced by ones with higher fees. */
  readonly replaced: number
  /** Transactions that were not sent, as enough wait or the base fee is too high. */
  readonly leftOut: number
  /** Transactions that the pool refused. */
  readonly refused: number
  /** Transactions that wait in the pool. */
  readonly waiting: number
}

/** The background transactions of a devnet. */
export interface DevnetTraffic {
  /**
   * Begins background transactions, or changes them. Throws an `InvalidOption`.
   *
   * @example
   * await devnet.traffic.set('busy')
   * await devnet.traffic.set({ preset: 'quiet', fill: 0.8 })
   */
  set(traffic: TrafficChoice): Promise<TrafficStats>
  /**
   * Ends background transactions; those that wait stay in the pool.
   *
   * @example
   * await devnet.traffic.stop()
   */
  stop(): Promise<TrafficStats>
  /**
   * What it is set to, and what was sent so far.
   *
   * @example
   * const { sent, waiting } = await devnet.traffic.stats()
   */
  stats(): Promise<TrafficStats>
}
