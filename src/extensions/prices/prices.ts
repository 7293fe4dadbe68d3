import type { Devnet } from '../../devnet/devnet.ts'
import { duration, InvalidOption, members, oneOf } from '../../devnet/options/optionValues.ts'
import type { Hex } from '../../lib/hex.ts'
import { Lock } from '../../lib/lock.ts'
import type {
  DevnetPrices,
  FeedChange,
  FeedStatus,
  PriceChange,
  PriceFeed,
  PriceSource,
} from '../../types/prices.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import { encodeFunction, parseAbi } from '../../wallet/abi.ts'
import { type Price, parsePrice, scaled, sqrtPriceX96 } from './amounts.ts'
import { type FeedRecord, type PoolRecord, readFeeds, writeFeeds } from './feedRecords.ts'
import { readFeed, statusOf, writeRules } from './feedStates.ts'
import { placeOracles, placePools, placeToken, pythPrice, sequencer } from './ownFeeds.ts'
import { addressIn, fundMover, poolAt, tokenAt } from './pools.ts'
import { mover, PriceChain, type Step } from './priceChain.ts'

const statuses = ['live', 'stale', 'paused', 'down'] as const
const sources = ['chainlink', 'pyth', 'uniswapV2', 'uniswapV3'] as const

const updaters = parseAbi([
  'function update(int256 answer)',
  'function update(bytes32 id, int64 price, uint64 conf, int32 expo)',
  'function moveV2(address pair, uint256 sqrtPriceX96)',
  'function moveV3(address pool, uint160 sqrtPriceX96)',
])

/** The most feeds of a chain. */
const maxFeeds = 1000

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

/** A change that has been checked. */
interface Change {
  readonly price: Price | undefined
  readonly status: FeedStatus | undefined
  readonly ageMs: number
  readonly sources: readonly PriceSource[]
  readonly tokens: FeedChange['tokens']
  readonly pools: NonNullable<FeedChange['pools']>
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
    const name = nameIn(feed)
    const feeds = await readFeeds(this.#chain)
    const record = feeds.find((known) => known.name === name)
    if (record !== undefined) return readFeed(this.#chain, record)
    const known = feeds.map((one) => one.name).join(', ')
    const advice = known === '' ? 'no feed has a price yet: set one' : `give one of ${known}`
    throw new InvalidOption('feed', feed, advice)
  }

  async list(): Promise<readonly PriceFeed[]> {
    const feeds = await readFeeds(this.#chain)
    return Promise.all(feeds.map((record) => readFeed(this.#chain, record)))
  }

  async restore(): Promise<void> {
    await this.#lock.run(async () => {
      for (const record of await readFeeds(this.#chain)) {
        await writeRules(this.#chain, record, 'live')
      }
    })
  }

  #set(feed: string, given: number | string | FeedChange): Promise<SignedTransaction | undefined> {
    const name = nameIn(feed)
    const change = changeIn(name, given)
    return this.#lock.run(async () => {
      const feeds = await readFeeds(this.#chain)
      const known = feeds.find((record) => record.name === name)
      if (known === undefined && feeds.length >= maxFeeds) {
        throw new InvalidOption('feed', name, `there are ${maxFeeds} feeds: use one of them`)
      }
      if (known !== undefined && change.tokens !== undefined) {
        throw new InvalidOption(
          'tokens',
          change.tokens,
          `leave it out, as ${name} has pools already`,
        )
      }
      // Everything is checked before anything changes.
      const added = await this.#poolsIn(name, known, change)
      const make = known ? undefined : await this.#plan(name, change)
      await this.#chain.prepare()
      await fundMover(this.#chain, added)
      const record = make ? await make() : known
      const grown = { ...(record as FeedRecord), pools: [...(record?.pools ?? []), ...added] }
      if (make || added.length > 0) {
        const all = known ? feeds.map((one) => (one === known ? grown : one)) : [...feeds, grown]
        await writeFeeds(this.#chain, all)
      }
      const isPlaced = make !== undefined && name !== sequencer && added.length === 0
      return this.#change(grown, isPlaced ? { ...change, price: undefined } : change)
    })
  }

  /** How to make the contracts of a new feed at its first price. */
  async #plan(name: string, { price, tokens }: Change): Promise<() => Promise<FeedRecord>> {
    const first = name === sequencer ? { digits: 0n, decimals: 0 } : price
    if (first === undefined) {
      throw new InvalidOption('feed', name, 'it has no price yet: give a value first')
    }
    const given = tokens && (await this.#tokens(tokens))
    return async () => {
      const record = await placeOracles(this.#chain, name, first)
      const [base, quote] = name.split('/')
      if (base === undefined || quote === undefined || first.digits <= 0n) return record
      const pair = given ?? {
        base: await placeToken(this.#chain, base),
        quote: await placeToken(this.#chain, quote),
      }
      return { ...record, pools: [...(await placePools(this.#chain, name, pair, first))] }
    }
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
    const [updateFeed, updatePyth, moveV2, moveV3] = updaters.map((item) => [item])
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
      const abi = pool.kind === 'uniswapV2' ? moveV2 : moveV3
      add(mover, abi, [pool.at, sqrtPriceX96(price, pool)])
    }
    return steps
  }
}

const pair = /^[A-Z0-9.]{1,16}\/[A-Z0-9.]{1,16}$/

/** The name of a feed as it is kept. Throws an `InvalidOption`. */
function nameIn(feed: unknown): string {
  if (feed === sequencer) return sequencer
  const name = typeof feed === 'string' ? feed.trim().toUpperCase() : ''
  if (pair.test(name)) return name
  throw new InvalidOption('feed', feed, `give a pair such as ETH/USD, or ${sequencer}`)
}

/** Throws an `InvalidOption`. */
function changeIn(name: string, given: number | string | FeedChange): Change {
  const isStatus = statuses.some((status) => status === given)
  const whole =
    typeof given === 'object' && given !== null
      ? given
      : isStatus
        ? { status: given as FeedStatus }
        : { value: given }
  const change = members('price', whole, ['value', 'status', 'age', 'sources', 'tokens', 'pools'])
  const status = change.status && oneOf('status', change.status, statuses)
  const price = change.value === undefined ? undefined : parsePrice('price', change.value)
  const chosen = change.sources ?? sources
  if (!Array.isArray(chosen)) throw new InvalidOption('sources', chosen, 'give a list')
  for (const source of chosen) oneOf('sources', source, sources)
  if (change.age !== undefined && status !== 'stale') {
    throw new InvalidOption('age', change.age, "give it with status 'stale'")
  }
  const ageMs = change.age === undefined ? 0 : duration('age', change.age, 'ms')
  const { tokens, pools = [] } = change
  if (!Array.isArray(pools)) throw new InvalidOption('pools', pools, 'give a list')
  const checked = { price, status, ageMs, sources: chosen, tokens, pools }
  return name === sequencer ? sequencerChange(checked) : feedChange(checked)
}

function feedChange(change: Change): Change {
  if (change.status !== 'down') return change
  throw new InvalidOption(
    'status',
    'down',
    `give stale or paused, as only ${sequencer} can be down`,
  )
}

/** A sequencer is down at 1, and up at 0. */
function sequencerChange(change: Change): Change {
  const { price, status } = change
  if (price !== undefined && (price.decimals > 0 || price.digits < 0n || price.digits > 1n)) {
    throw new InvalidOption('price', price.digits, 'give 0 for up or 1 for down')
  }
  if (price !== undefined || status === undefined) return change
  if (status === 'down') return { ...change, price: { digits: 1n, decimals: 0 } }
  return status === 'live' ? { ...change, price: { digits: 0n, decimals: 0 } } : change
}
