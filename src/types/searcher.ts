import type { Hex } from '../lib/hex.ts'
import type { Amount } from './values.ts'

/** What a searcher does with the transactions of others. */
export type SearcherKind = 'sandwich' | 'backrun' | 'snipe' | 'liquidate'

/** A call by names of fixtures, as in their `txs`. */
export interface SearcherCall {
  /** A contract's name and a function: `exchange.swap`. */
  readonly call: string
  /** The arguments, in which names of accounts and contracts stand for addresses. @default none */
  readonly args?: readonly unknown[] | undefined
  /** Wei. @default 0 */
  readonly value?: Amount | undefined
}

/** Buys before a swap and sells after it, as far as the swap's limit allows. */
export interface SandwichOptions {
  /** The least profit, as a part of what the swap gives. @default 0.0005 */
  readonly minProfit?: number | undefined
  /** The most that it buys for, as a part of the pool's reserve. @default 0.5 */
  readonly maxPart?: number | undefined
}

/** Trades between two pools of the same tokens after a swap has moved the price of one of them. */
export interface BackrunOptions {
  /** The pools, by name or address; those of known contracts and of earlier swaps count too. @default none */
  readonly pools?: readonly (string | Hex)[] | undefined
  /** The least profit, as a part of what the swap gives. @default 0.0005 */
  readonly minProfit?: number | undefined
}

/** Calls a function right after a transaction that emits an event, such as one that adds liquidity. */
export interface SnipeOptions extends SearcherCall {
  /** A contract's name and an event: `exchange.LiquidityAdded`. */
  readonly event: string
  /** How often at most. @default 1 */
  readonly times?: number | undefined
  /** Wei per gas, when the event is seen in a block first. @default '5 gwei' */
  readonly tip?: Amount | undefined
}

/** Calls a function when the number that a view returns falls below a limit, such as a health factor. */
export interface LiquidateOptions extends SearcherCall {
  /** The view, with its arguments. */
  readonly view: SearcherCall | string
  /** The limit: the function is called when the view returns less. */
  readonly below: Amount
  /** How often at most. @default 100 */
  readonly times?: number | undefined
  /** Wei per gas. @default '5 gwei' */
  readonly tip?: Amount | undefined
}

/** The options of each kind. */
export interface SearcherOptions {
  /** Options of a searcher that trades around swaps. */
  readonly sandwich: SandwichOptions
  /** Options of a searcher that trades after swaps. */
  readonly backrun: BackrunOptions
  /** Options of a searcher that answers an event. */
  readonly snipe: SnipeOptions
  /** Options of a searcher that watches a number. */
  readonly liquidate: LiquidateOptions
}

/** A searcher that runs, and what it has done. */
export interface SearcherState {
  /** The kind, with a number or a word of its own where there are several. */
  readonly name: string
  /** What it does. */
  readonly kind: SearcherKind
  /** The account that it sends from. */
  readonly address: Hex
  /** How many transactions or states it has looked at. */
  readonly looked: number
  /** The hashes of what it has sent, the newest 1,000. */
  readonly sent: readonly Hex[]
  /** Why it did not send, the last time it looked. */
  readonly reason: string | undefined
}

/** Searchers that answer the transactions of others by their own. */
export interface DevnetSearchers {
  /**
   * Starts a searcher, or starts it again with other options. Other names than its kind begin with it: `snipe mint`.
   * Throws an `InvalidOption` or an `InvalidFixture`.
   *
   * @example
   * await devnet.searchers.start('sandwich')
   */
  start<Kind extends SearcherKind>(
    name: Kind | `${Kind} ${string}`,
    options?: SearcherOptions[Kind],
  ): Promise<SearcherState>
  /**
   * Stops a searcher, or all of them. What it has sent stays.
   *
   * @example
   * await devnet.searchers.stop('sandwich')
   */
  stop(name?: string): Promise<boolean>
  /**
   * The searchers that run.
   *
   * @example
   * const [{ sent, reason }] = await devnet.searchers.list()
   */
  list(): Promise<readonly SearcherState[]>
}
