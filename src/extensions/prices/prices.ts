import type { Devnet } from '../../devnet/devnet.ts'
import { InvalidOption } from '../../devnet/options/optionValues.ts'
import type { Hex } from '../../lib/hex.ts'
import { Lock } from '../../lib/lock.ts'
import type {
  DevnetPrices,
  FeedChange,
  PriceChange,
  PriceFeed,
  PriceSource,
} from '../../types/prices.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { encodeFunction, parseAbi } from '../../wallet/abi.ts'
import { type Price, scaled, sqrtPriceX96 } from './amounts.ts'
import { type Change, changeIn, feedIn } from './feedChanges.ts'
import {
  type FeedRecord,
  type PoolRecord,
  readNames,
  readRecord,
  writeRecord,
} from './feedRecords.ts'
import { readFeed, statusOf, writeRules } from './feedStates.ts'
import { findFeed, takeOver } from './liveFeeds.ts'
import {
  type PairToken,
  placeOracles,
  placePools,
  placeToken,
  pythPrice,
  sequencer,
} from './ownFeeds.ts'
import { addressIn, fundMover, poolAt, tokenAt } from './pools.ts'
import { mover, PriceChain, type Step } from './priceChain.ts'

const updaters = parseAbi([
  'function update(int256 answer)',
  'function update(bytes32 id, int64 price, uint64 conf, int32 expo)',
  'function moveV2(address pair, uint256 sqrtPriceX96)',
  'function moveV3(address pool, uint160 sqrtPriceX96)',
  'function moveExchange(address exchange, uint256 sqrtPriceX96)',
])

/** The most feeds of a chain. */
const maxFeeds = 256

/** The most pools of a feed, which move in one transaction. */
const maxPools = 16

/** How long a change waits for its block, in milliseconds. */
const inclusionMs = 30_000

const perDevnet = new WeakMap<Devnet, Prices>()

/** The prices of a devnet. */
export function pricesOf(devnet: Devnet): Prices {
  let prices = perDevnet.get(devnet)
  if (prices === undefined) {
    prices = new Prices(devnet)
    perDevnet.set(devnet, prices)
  }
  return prices
}

/** How the contracts of a feed come about. */
interface Plan {
  make(): Promise<FeedRecord>
  /** Whether they have the price then. */
  readonly hasPrice: boolean
}

/** The feeds of a devnet, which are contracts of its chain, and how their prices are moved. */
export class Prices implements DevnetPrices {
  readonly #devnet: Devnet
  readonly #chain: PriceChain
  readonly #lock = new Lock()

  constructor(devnet: Devnet) {
    this.#devnet = devnet
    this.#chain = new PriceChain(devnet)
  }

  /** Like `setIncluded`, but resolves when the transaction is in the pool. */
  async set(feed: string, change: number | string | FeedChange): Promise<PriceChange> {
    return { transaction: (await this.#set(feed, change))?.hash }
  }

  /** Changes a feed. Where blocks come by themselves it resolves when the transaction is in one. */
  async setIncluded(feed: string, change: number | string | FeedChange): Promise<PriceChange> {
    const transaction = await this.#set(feed, change)
    const { clock, schedule, receiptWaits } = this.#devnet
    const { mining } = schedule.cadence
    const isTimed = clock.mode === 'real' && (mining === 'flashblocks' || mining === 'interval')
    if (transaction !== undefined && isTimed && !schedule.isPaused) {
      await receiptWaits.wait(transaction, inclusionMs, { isPublishedEnough: true })
    }
    return { transaction: transaction?.hash }
  }

  async get(feed: string): Promise<PriceFeed> {
    const record = await this.locate(feed)
    if (record !== undefined) return readFeed(this.#chain, record)
    const known = (await readNames(this.#chain)).join(', ')
    const advice = known === '' ? 'no feed has a price yet: set one' : `give one of ${known}`
    throw new InvalidOption('feed', feed, advice)
  }

  async list(): Promise<readonly PriceFeed[]> {
    const feeds: PriceFeed[] = []
    for (const record of await this.#records()) {
      feeds.push(await readFeed(this.#chain, record))
      await this.#devnet.clock.yield()
    }
    return feeds
  }

  async restore(): Promise<void> {
    await this.#lock.run(async () => {
      for (const record of await this.#records()) {
        await writeRules(this.#chain, record, 'live')
      }
    })
  }

  #set(feed: string, given: number | string | FeedChange): Promise<SignedTransaction | undefined> {
    const name = feedIn(feed, this.#named)
    const change = changeIn(name, given)
    return this.#lock.run(async () => {
      const known = await readRecord(this.#chain, name)
      const names = known === undefined ? await readNames(this.#chain) : []
      if (names.length >= maxFeeds) {
        throw new InvalidOption('feed', name, `there are ${maxFeeds} feeds: use one of them`)
      }
      if (known !== undefined && change.tokens !== undefined) {
        const advice = `leave it out, as ${name} has its first price already`
        throw new InvalidOption('tokens', change.tokens, advice)
      }
      // Everything is checked before anything changes.
      const added = await this.#poolsIn(known?.name ?? name, known, change)
      const plan = known ? undefined : await this.#plan(name, change)
      await this.#chain.prepare()
      await fundMover(this.#chain, added)
      const record = plan ? await plan.make() : (known as FeedRecord)
      const named = names.includes(record.name) ? { ...record, name } : record
      const grown = { ...named, pools: [...named.pools, ...added] }
      if (plan || added.length > 0) await writeRecord(this.#chain, grown)
      const isThere = plan?.hasPrice === true && added.length === 0
      return this.#change(grown, isThere ? { ...change, price: undefined } : change)
    })
  }

  /** How to make or take over the contracts of a feed. */
  async #plan(name: string, change: Change): Promise<Plan> {
    const found = await this.#find(name, change.pools.length > 0)
    if (found !== undefined) {
      const make = async () => {
        await takeOver(this.#chain, found)
        return found
      }
      return { make, hasPrice: false }
    }
    const first = name === sequencer ? { digits: 0n, decimals: 0 } : change.price
    if (first === undefined) {
      throw new InvalidOption('feed', name, 'it has no price yet: give a value first')
    }
    const given = change.tokens && (await this.#tokens(change.tokens))
    return { make: () => this.#make(name, first, given), hasPrice: name !== sequencer }
  }

  /** The feeds that were set, oldest first. */
  async #records(): Promise<readonly FeedRecord[]> {
    const records: FeedRecord[] = []
    for (const name of await readNames(this.#chain)) {
      const record = await readRecord(this.#chain, name)
      if (record !== undefined) records.push(record)
    }
    return records
  }

  /** Where the contracts of a feed are; `undefined` for one that has none yet. Throws an `InvalidOption`. */
  async locate(feed: string): Promise<FeedRecord | undefined> {
    const name = feedIn(feed, this.#named)
    return (await readRecord(this.#chain, name)) ?? (await this.#find(name))
  }

  #find(name: string, hasPools?: boolean): Promise<FeedRecord | undefined> {
    const chainId = this.#devnet.forked.live?.point.chainId
    return findFeed(this.#chain, name, { chainId, hasPools })
  }

  /** Places the contracts of a new feed at its first price. */
  async #make(
    name: string,
    first: Price,
    tokens: { readonly base: PairToken; readonly quote: PairToken } | undefined,
  ): Promise<FeedRecord> {
    const [base, quote] = name.split('/')
    if (base === undefined || quote === undefined || first.digits <= 0n) {
      return placeOracles(this.#chain, name, first)
    }
    const pair = tokens ?? {
      base: await placeToken(this.#chain, base),
      quote: await placeToken(this.#chain, quote),
    }
    // Pools have fewer prices than oracles.
    const pools = await placePools(this.#chain, name, pair, first)
    return { ...(await placeOracles(this.#chain, name, first)), pools: [...pools] }
  }

  async #tokens(given: NonNullable<FeedChange['tokens']>) {
    if (!Array.isArray(given) || given.length !== 2) {
      throw new InvalidOption('tokens', given, 'give two, the one whose price it is first')
    }
    const [base, quote] = given.map((token) => addressIn('tokens', token, this.#named))
    return {
      base: await tokenAt(this.#chain, 'tokens', base as Hex),
      quote: await tokenAt(this.#chain, 'tokens', quote as Hex),
    }
  }

  /** The pools of others that a feed does not have yet. */
  async #poolsIn(
    name: string,
    known: FeedRecord | undefined,
    { pools }: Change,
  ): Promise<readonly PoolRecord[]> {
    const added: PoolRecord[] = []
    for (const pool of pools) {
      const found = await poolAt(this.#chain, name, pool, this.#named)
      const isKnown = [...(known?.pools ?? []), ...added].some(({ at }) => at === found.at)
      if (!isKnown) added.push(found)
    }
    if ((known?.pools.length ?? 0) + added.length > maxPools) {
      throw new InvalidOption('pools', pools, `give fewer, as a feed has at most ${maxPools} pools`)
    }
    return added
  }

  readonly #named = (name: string): Hex | undefined => this.#devnet.names.addressOf(name)

  async #change(record: FeedRecord, change: Change): Promise<SignedTransaction | undefined> {
    const { price, status, ageMs } = change
    if (status === 'stale') {
      const staleSince = this.#chain.time - BigInt(Math.round(ageMs / 1000))
      await writeRules(this.#chain, record, { staleSince })
    } else if (status === 'live' || status === 'paused') {
      await writeRules(this.#chain, record, status)
    }
    if (price === undefined) return undefined
    const steps = await this.#steps(record, price, change.sources)
    if (steps.length === 0) return undefined
    return this.#chain.send(`the price of ${record.name}`, steps)
  }

  /** What moves the sources of a feed to a price. Oracles that are stale or paused stay. */
  async #steps(
    record: FeedRecord,
    price: Price,
    chosen: readonly PriceSource[],
  ): Promise<readonly Step[]> {
    const { chainlink, pyth, pools, decimals } = record
    const [updateFeed, updatePyth, moveV2, moveV3, moveExchange] = updaters.map((item) => [item])
    const movers = { uniswapV2: moveV2, uniswapV3: moveV3, exchange: moveExchange }
    const steps: Step[] = []
    const isLive = (await statusOf(this.#chain, record)) === 'live'
    const add = (target: Hex, abi: typeof updateFeed, args: readonly unknown[]) =>
      steps.push({ target, data: encodeFunction(abi ?? [], abi?.[0]?.name ?? '', args) })
    if (isLive && chainlink && chosen.includes('chainlink')) {
      add(chainlink.aggregator, updateFeed, [scaled(price, decimals)])
    }
    if (isLive && pyth && chosen.includes('pyth')) {
      const { amount, conf, expo } = pythPrice(price)
      add(pyth.at, updatePyth, [pyth.id, amount, conf, expo])
    }
    for (const pool of price.digits > 0n ? pools : []) {
      if (!chosen.includes(pool.kind)) continue
      add(mover, movers[pool.kind], [pool.at, sqrtPriceX96(price, pool)])
    }
    return steps
  }
}
