import { concatBytes } from '@ethereumjs/util'
import * as v from 'valibot'
import { bytesToBigInt, type Hex, hexToBytes, numberToBytes } from '../../lib/hex.ts'
import { hashOf, mover, type PriceChain } from './priceChain.ts'

const hex = v.custom<Hex>((given) => typeof given === 'string' && given.startsWith('0x'))

const pool = v.object({
  kind: v.picklist(['uniswapV2', 'uniswapV3', 'exchange']),
  at: hex,
  token0: hex,
  token1: hex,
  isBase0: v.boolean(),
  baseDecimals: v.number(),
  quoteDecimals: v.number(),
})

const record = v.object({
  name: v.string(),
  /** Decimals of Chainlink's answers. */
  decimals: v.number(),
  chainlink: v.optional(v.object({ proxy: hex, aggregator: hex })),
  pyth: v.optional(v.object({ at: hex, id: hex })),
  pools: v.array(pool),
})

/** A pool that follows a price. */
export type PoolRecord = v.InferOutput<typeof pool>

/** Where the contracts of a feed are. */
export type FeedRecord = v.InferOutput<typeof record>

/** Where the mover keeps the feeds: its length, then the text. */
const start = bytesToBigInt(hashOf('preconf price feeds'))

/**
 * Returns the feeds that the chain has. They are in its state, so that a snapshot, a fork, a state file or a reset has
 * those of its moment.
 */
export async function readFeeds(chain: PriceChain): Promise<readonly FeedRecord[]> {
  const length = Number(await chain.slot(mover, slotAt(0)))
  const words: Uint8Array[] = []
  for (let at = 0; at * 32 < length; at++) {
    words.push(numberToBytes(await chain.slot(mover, slotAt(at + 1)), 32))
  }
  if (length === 0) return []
  const text = new TextDecoder().decode(concatBytes(...words).subarray(0, length))
  return v.parse(v.array(record), JSON.parse(text))
}

/** Writes the feeds in place of those before; there are never fewer. */
export async function writeFeeds(chain: PriceChain, feeds: readonly FeedRecord[]): Promise<void> {
  const text = new TextEncoder().encode(JSON.stringify(feeds))
  const storage = [[slotAt(0), numberToBytes(text.length, 32)] as const]
  for (let at = 0; at * 32 < text.length; at++) {
    const padded = new Uint8Array(32)
    padded.set(text.subarray(at * 32, at * 32 + 32))
    storage.push([slotAt(at + 1), padded])
  }
  await chain.edit({ address: hexToBytes(mover), storage })
}

function slotAt(place: number): Uint8Array {
  return numberToBytes((start + BigInt(place)) % 2n ** 256n, 32)
}
