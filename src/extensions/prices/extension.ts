import * as v from 'valibot'
import { quantity } from '../../lib/hex.ts'
import { defineMethod } from '../../rpc/method.ts'
import type { Extension } from '../../rpc/registry.ts'
import type { FeedChange, PriceFeed } from '../../types/prices.ts'

const expected = 'expected a price, a status, or an object with value or status'
const change = v.custom<number | string | FeedChange>(
  (given) => ['number', 'string', 'object'].includes(typeof given) && given !== null,
  expected,
)

const setPrice = defineMethod({
  name: 'preconf_setPrice',
  summary:
    'Sets the price or the status of a feed such as `ETH/USD`; returns the transaction that moves it, or null.',
  params: v.strictTuple([v.string('expected the name of a feed'), change]),
  handler: async ({ devnet }, [feed, given]) => {
    // Few chains have prices.
    const { pricesOf } = await import('./prices.ts')
    const { transaction } = await pricesOf(devnet).setIncluded(feed, given)
    return { transaction: transaction ?? null }
  },
})

const prices = defineMethod({
  name: 'preconf_prices',
  summary: 'The feeds that were set, or one of them: value, status, round, time and contracts.',
  params: v.strictTuple([v.optional(v.string('expected the name of a feed'))]),
  handler: async ({ devnet }, [feed]) => {
    const { pricesOf } = await import('./prices.ts')
    const all = pricesOf(devnet)
    return feed === undefined
      ? (await all.list()).map(formatFeed)
      : [formatFeed(await all.get(feed))]
  },
})

function formatFeed({ round, updatedAt, chainlink, aggregator, pyth, ...feed }: PriceFeed) {
  return {
    ...feed,
    round: quantity(round),
    updatedAt: quantity(updatedAt),
    chainlink: chainlink ?? null,
    aggregator: aggregator ?? null,
    pyth: pyth ?? null,
  }
}

/** Price feeds and pools whose prices are set. */
export const pricesExtension: Extension = {
  name: 'prices',
  methods: () => [prices, setPrice],
  begin: async (devnet, { onError }) => {
    const { follow = [], followEveryMs = 0 } = devnet.forked.live?.settings ?? {}
    if (follow.length === 0) return
    const { Follower } = await import('./follower.ts')
    await new Follower(devnet, onError).start(follow, followEveryMs)
  },
}
