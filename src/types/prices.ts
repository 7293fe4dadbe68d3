import type { Hex } from '../lib/hex.ts'
import type { Duration } from './values.ts'

/**
 * How a feed behaves. `live`: its oracles repeat the last price at each heartbeat. `stale`: they publish nothing more.
 * `paused`: reading them reverts. `down`: the sequencer does not work, as the feed `sequencer` reports.
 */
export type FeedStatus = 'live' | 'stale' | 'paused' | 'down'

/** What a price is read from. */
export type PriceSource = 'chainlink' | 'pyth' | PoolKind

/** What a pool is: Uniswap's, or the exchange of the fixtures in the package. */
export type PoolKind = 'uniswapV2' | 'uniswapV3' | 'exchange'

/** A pool of Uniswap v2 or v3, one with the same functions, or the exchange of a fixture. */
export interface PoolChoice {
  /** An address, or the name of a contract of a fixture. */
  readonly address: string
  /** The token whose price it is. @default the token that has the pair's first symbol, such as WETH for `ETH/USD` */
  readonly base?: string | undefined
}

/** A change of a feed. */
export interface FeedChange {
  /** The price of one unit of the pair's first asset, in the second one. 0 and negative prices move the oracles only. */
  readonly value?: number | string | undefined
  /** How the feed behaves from now on. */
  readonly status?: FeedStatus | undefined
  /** How long ago a feed that becomes `stale` was published last, such as `'2h'`. @default 0 */
  readonly age?: Duration | undefined
  /** The sources that get the value. @default all */
  readonly sources?: readonly PriceSource[] | undefined
  /**
   * Two tokens, by address or by the names of a fixture, which the pools of a new feed swap.
   * @default tokens of its own
   */
  readonly tokens?: readonly [base: string, quote: string] | undefined
  /** More pools that follow the price from now on, by their addresses or by the names of a fixture. */
  readonly pools?: readonly (string | PoolChoice)[] | undefined
}

/** A pool of a feed. */
export interface FeedPool {
  /** Whose pool it is. */
  readonly kind: PoolKind
  /** The address of the pool. */
  readonly address: Hex
  /** The token with the lower address. */
  readonly token0: Hex
  /** The token with the higher address. */
  readonly token1: Hex
  /** The price in it now. */
  readonly value: number
}

/** A feed as it answers now. */
export interface PriceFeed {
  /** Such as `ETH/USD`. */
  readonly name: string
  /** The oracles' price; a pool's where there is no oracle. */
  readonly value: number
  /** How the feed behaves. */
  readonly status: FeedStatus
  /** Decimals of Chainlink's answer. */
  readonly decimals: number
  /** Chainlink's round, as `latestRoundData` returns it. */
  readonly round: bigint
  /** When the answer was published, in seconds since 1970. */
  readonly updatedAt: number
  /** The contract that answers as Chainlink's feed. */
  readonly chainlink: Hex | undefined
  /** The contract that emits `AnswerUpdated`. */
  readonly aggregator: Hex | undefined
  /** Pyth's contract, and the price id there. */
  readonly pyth: { readonly address: Hex; readonly id: Hex } | undefined
  /** The pools that follow the price. */
  readonly pools: readonly FeedPool[]
}

/** What a change of a feed has led to. */
export interface PriceChange {
  /** The hash of the transaction that moves the price; none where the state alone was changed. */
  readonly transaction: Hex | undefined
}

/** The prices of a devnet. */
export interface DevnetPrices {
  /**
   * Sets the price of a pair in all of its sources with one transaction, or its status. The first value of a pair
   * places its contracts. Resolves when the transaction is included; under a manual clock, and with
   * `mining: 'manual'`, when it is in the pool. Throws an `InvalidOption`.
   *
   * @example
   * await devnet.prices.set('ETH/USD', 1800)
   * await devnet.prices.set('ETH/USD', 'stale')
   * await devnet.prices.set('USDC/USD', { value: 0.88, sources: ['uniswapV2', 'uniswapV3'] })
   * await devnet.prices.set('sequencer', 'down')
   */
  set(feed: string, change: number | string | FeedChange): Promise<PriceChange>
  /**
   * A feed as it answers now. Throws an `InvalidOption` for one that was never set.
   *
   * @example
   * const { value, chainlink } = await devnet.prices.get('ETH/USD')
   */
  get(feed: string): Promise<PriceFeed>
  /**
   * All feeds that were set, oldest first.
   *
   * @example
   * for (const { name, value } of await devnet.prices.list()) console.log(name, value)
   */
  list(): Promise<readonly PriceFeed[]>
  /**
   * Makes all feeds live again; their prices stay.
   *
   * @example
   * await devnet.prices.restore()
   */
  restore(): Promise<void>
}
