import { duration, InvalidOption, members, oneOf } from '../../devnet/options/optionValues.ts'
import type { Hex } from '../../lib/hex.ts'
import type { FeedChange, FeedStatus, PriceSource } from '../../types/prices.ts'
import { type Price, parsePrice } from './amounts.ts'
import { sequencer } from './ownFeeds.ts'
import { addressIn } from './pools.ts'

const statuses = ['live', 'stale', 'paused', 'down'] as const
const sources = ['chainlink', 'pyth', 'uniswapV2', 'uniswapV3', 'exchange'] as const

/** A change that has been checked. */
export interface Change {
  readonly price: Price | undefined
  readonly status: FeedStatus | undefined
  readonly ageMs: number
  readonly sources: readonly PriceSource[]
  readonly tokens: FeedChange['tokens']
  readonly pools: NonNullable<FeedChange['pools']>
}

const pair = /^[A-Z0-9.]{1,16}\/[A-Z0-9.]{1,16}$/

/** A feed as it is looked up: a pair, the sequencer, or an address. Throws an `InvalidOption`. */
export function feedIn(feed: unknown, named: (name: string) => Hex | undefined): string {
  if (feed === sequencer) return sequencer
  const name = typeof feed === 'string' ? feed.trim().toUpperCase() : ''
  if (pair.test(name)) return name
  const advice = `give a pair such as ETH/USD, ${sequencer}, or the address of a feed`
  return addressIn('feed', feed, named, advice)
}

/** Throws an `InvalidOption`. */
export function changeIn(name: string, given: number | string | FeedChange): Change {
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
  const ageMs = change.age === undefined ? 0 : duration('age', change.age)
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
