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

// The mover's storage has all of it, so that a snapshot, a fork, a state file or a reset has the feeds of its moment.

/** The names of the feeds that the chain has, oldest first. */
export async function readNames(chain: PriceChain): Promise<readonly string[]> {
  const text = await readText(chain, 'names')
  return text === '' ? [] : v.parse(v.array(v.string()), JSON.parse(text))
}

/** The feed of a name, or of the address of a proxy or an aggregator. */
export async function readRecord(chain: PriceChain, key: string): Promise<FeedRecord | undefined> {
  const name = key.startsWith('0x') ? await readText(chain, key) : key
  const text = name === '' ? '' : await readText(chain, `feed ${name}`)
  return text === '' ? undefined : v.parse(record, JSON.parse(text))
}

/** Writes a feed, in place of the one that has its name. */
export async function writeRecord(chain: PriceChain, feed: FeedRecord): Promise<void> {
  const { name, chainlink } = feed
  await writeText(chain, `feed ${name}`, JSON.stringify(feed))
  const names = await readNames(chain)
  if (names.includes(name)) return
  await writeText(chain, 'names', JSON.stringify([...names, name]))
  for (const address of new Set(Object.values(chainlink ?? {}))) {
    await writeText(chain, address, name)
  }
}

/** The text of a key; none was written: an empty one. */
async function readText(chain: PriceChain, key: string): Promise<string> {
  const slots = slotsOf(key)
  const [length] = await chain.words(mover, [slots(0)])
  const bytes = Number(bytesToBigInt(length as Uint8Array))
  const places = Array.from({ length: Math.ceil(bytes / 32) }, (_, at) => slots(at + 1))
  const words = await chain.words(mover, places)
  return new TextDecoder().decode(concatBytes(...words).subarray(0, bytes))
}

async function writeText(chain: PriceChain, key: string, text: string): Promise<void> {
  const slots = slotsOf(key)
  const bytes = new TextEncoder().encode(text)
  const storage = [[slots(0), numberToBytes(bytes.length, 32)] as const]
  for (let at = 0; at * 32 < bytes.length; at++) {
    const padded = new Uint8Array(32)
    padded.set(bytes.subarray(at * 32, at * 32 + 32))
    storage.push([slots(at + 1), padded])
  }
  await chain.edit({ address: hexToBytes(mover), storage })
}

/** The slots of a key: its length, then the text. */
function slotsOf(key: string): (place: number) => Uint8Array {
  const start = bytesToBigInt(hashOf(`preconf prices ${key}`))
  return (place) => numberToBytes((start + BigInt(place)) % 2n ** 256n, 32)
}
