import { InvalidOption } from '../../devnet/options/optionValues.ts'
import { type Hex, hexToBytes } from '../../lib/hex.ts'
import type { FeedRecord } from './feedRecords.ts'
import { readPyth, readRound } from './feedStates.ts'
import { knownChains, pythIds } from './knownFeeds.ts'
import { heartbeatOf, placePyth } from './ownFeeds.ts'
import { derived, noAddress, type PriceChain } from './priceChain.ts'

/** How many contracts are between a proxy and its aggregator at most. */
const maxProxies = 4

/** Where a feed is looked for. */
interface FindOptions {
  /** The id of the live chain that the devnet was forked from. */
  readonly chainId: number | undefined
  /** Whether pools are given, so that a feed needs no oracles. */
  readonly hasPools?: boolean | undefined
}

/**
 * Finds the contracts of a feed that the chain has already, by the feed's address or, on a fork of a chain with that
 * id, by its name. Returns `undefined` for a name on other chains. Throws an `InvalidOption`.
 */
export async function findFeed(
  chain: PriceChain,
  feed: string,
  { chainId, hasPools = false }: FindOptions,
): Promise<FeedRecord | undefined> {
  if (feed.startsWith('0x')) return feedAt(chain, feed as Hex, undefined)
  const known = chainId === undefined ? undefined : knownChains[chainId]
  if (known === undefined) return undefined
  const proxy = known.chainlink[feed]
  if (proxy === undefined && hasPools) return { name: feed, decimals: 0, pools: [] }
  if (proxy === undefined) {
    const names = Object.keys(known.chainlink).join(', ')
    const advice = `give the address of its Chainlink proxy, pools, or one of ${names}, which are known of chain ${chainId}`
    throw new InvalidOption('feed', feed, advice)
  }
  const id = pythIds[feed]
  const isThere = id !== undefined && (await readPyth(chain, known.pyth, id)) !== undefined
  const record = await feedAt(chain, proxy, feed)
  return isThere ? { ...record, pyth: { at: known.pyth, id } } : record
}

async function feedAt(
  chain: PriceChain,
  proxy: Hex,
  name: string | undefined,
): Promise<FeedRecord> {
  const decimals = await chain.readIfThere(proxy, 'function decimals() view returns (uint8)')
  if (typeof decimals !== 'number') {
    const advice = 'give a feed with the functions of Chainlink, or a pair and its pools'
    throw new InvalidOption('feed', proxy, `${advice}: this contract has no decimals()`)
  }
  const aggregator = await aggregatorOf(chain, proxy)
  const described = name ?? (await nameOf(chain, proxy))
  return { name: described, decimals, chainlink: { proxy, aggregator }, pools: [] }
}

/** The contract behind proxies, which emits the events. */
async function aggregatorOf(chain: PriceChain, proxy: Hex): Promise<Hex> {
  let at = proxy
  for (let depth = 0; depth < maxProxies; depth++) {
    const next = await chain.readIfThere(at, 'function aggregator() view returns (address)')
    const address = typeof next === 'string' ? (next.toLowerCase() as Hex) : noAddress
    if (address === noAddress || address === at) return at
    at = address
  }
  return at
}

/** The pair that a feed describes, such as `ETH / USD`; else its address. */
async function nameOf(chain: PriceChain, proxy: Hex): Promise<string> {
  const text = await chain.readIfThere(proxy, 'function description() view returns (string)')
  const pair = String(text).replaceAll(' ', '').toUpperCase()
  return /^[A-Z0-9.]{1,16}\/[A-Z0-9.]{1,16}$/.test(pair) ? pair : proxy
}

/**
 * Puts code over the aggregator and over Pyth that answers as they do, from their newest answer on. Their own code is
 * kept beside it for everything else.
 */
export async function takeOver(chain: PriceChain, record: FeedRecord): Promise<void> {
  const { name, decimals, chainlink, pyth } = record
  if (chainlink !== undefined) {
    const { proxy, aggregator } = chainlink
    const { round, answer, startedAt, updatedAt } = await readRound(chain, proxy)
    const beats = heartbeatOf(decimals)
    const original = await keepCode(chain, aggregator)
    // A proxy's rounds have its phase above 64 bits.
    const own = BigInt.asUintN(64, round)
    // Without heartbeats an answer lasts from its beginning on.
    const time = beats === 0n ? startedAt : updatedAt
    const first = [original, decimals, beats, '', answer, own, time]
    await chain.place('Feed', aggregator, first, { label: `${name} aggregator`, isOver: true })
  }
  if (pyth !== undefined) {
    const price = await readPyth(chain, pyth.at, pyth.id)
    if (price === undefined) return
    await placePyth(chain, pyth, await keepCode(chain, pyth.at), price)
  }
}

/** Copies the code of a contract to where it stays, the first time. */
async function keepCode(chain: PriceChain, address: Hex): Promise<Hex> {
  const kept = derived(`preconf original ${address}`)
  if ((await chain.code(kept)).length > 0) return kept
  const code = await chain.code(address)
  await chain.edit({ address: hexToBytes(kept), code })
  chain.label(`original code of ${address}`, kept)
  return kept
}
