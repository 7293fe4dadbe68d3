import { bytesToHex, type Hex } from '../../lib/hex.ts'
import { type Price, scaled, sqrtPriceX96, squareRoot } from './amounts.ts'
import type { FeedRecord, PoolRecord } from './feedRecords.ts'
import { pythIds, tokenDecimals } from './knownFeeds.ts'
import { derived, hashOf, mover, noAddress, type PriceChain } from './priceChain.ts'

/** The feed that reports whether the sequencer of a rollup works. */
export const sequencer = 'sequencer'

/**
 * Seconds between two rounds of a live feed whose price stays. Feeds without decimals have a state, such as whether
 * the sequencer is up, and no heartbeats.
 */
export function heartbeatOf(decimals: number): bigint {
  return decimals === 0 ? 0n : 3600n
}

/** Seconds for which a new feed looks as if it had been there before. */
const pastSeconds = 30n * 24n * 3600n

/** Millionths of a swap that own pools keep. */
const poolFee = 3000n

/** What each own pool has of the pair's second token, unless that is too much of the first. */
const poolDepth = 10_000_000n

/** How much of a token the mover has, if that is enough. Some tokens count in 96 bits. */
export const moverFunds = 2n ** 95n

/** v2 holds less than 2^112 of a token. */
const maxReserve = 2n ** 108n

/** A token of a pair. */
export interface PairToken {
  readonly address: Hex
  readonly decimals: number
}

/** What the tokens of a pair are called on chains. */
function symbolOf(asset: string): string {
  return asset === 'ETH' || asset === 'BTC' ? `W${asset}` : asset
}

/** Whether a token's symbol is that of an asset. */
export function isSymbolOf(symbol: string, asset: string): boolean {
  const [one, other] = [symbol.toUpperCase(), asset.toUpperCase()]
  return one === other || one === `W${other}`
}

/** Places Chainlink's feed and Pyth's price of a pair, with a first price. */
export async function placeOracles(
  chain: PriceChain,
  name: string,
  price: Price,
): Promise<FeedRecord> {
  const isSequencer = name === sequencer
  const decimals = isSequencer ? 0 : name.endsWith('/ETH') ? 18 : 8
  const proxy = derived(`preconf feed ${name}`)
  const time = isSequencer ? past(chain) : chain.time
  const description = isSequencer ? 'L2 Sequencer Uptime Status Feed' : name.replace('/', ' / ')
  const beats = heartbeatOf(decimals)
  const first = [noAddress, decimals, beats, description, scaled(price, decimals), 1n, time]
  await chain.place('Feed', proxy, first, { label: `${name} feed` })
  const chainlink = { proxy, aggregator: proxy }
  if (isSequencer) return { name, decimals, chainlink, pools: [] }
  const pyth = { at: derived('preconf pyth'), id: pythIdOf(name) }
  await placePyth(chain, pyth, noAddress, price)
  return { name, decimals, chainlink, pyth, pools: [] }
}

function pythIdOf(name: string): Hex {
  return pythIds[name] ?? bytesToHex(hashOf(`preconf pyth ${name}`))
}

/** Gives a price id its first price. `original`: the code that answers for other ids. */
export async function placePyth(
  chain: PriceChain,
  { at, id }: { readonly at: Hex; readonly id: Hex },
  original: Hex,
  price: Price,
): Promise<void> {
  const { amount, conf, expo } = pythPrice(price)
  const first = [original, id, amount, conf, expo, chain.time]
  await chain.place('Pyth', at, first, { label: 'Pyth', isOver: original !== noAddress })
}

/** A price as Pyth has it: 63 bits and an exponent. */
export function pythPrice(price: Price) {
  let decimals = 8
  const isSmall = scaled(price, decimals) ** 2n < 10n ** 10n
  if (isSmall && price.digits !== 0n) decimals = 12
  while (decimals > 0 && scaled(price, decimals) ** 2n >= 2n ** 124n) decimals--
  const amount = scaled(price, decimals)
  const size = amount < 0n ? -amount : amount
  // A twentieth of a percent.
  return { amount, conf: size / 2000n + 1n, expo: -decimals }
}

/** Places the token of an asset, if it is not there. */
export async function placeToken(chain: PriceChain, asset: string): Promise<PairToken> {
  const symbol = symbolOf(asset)
  const decimals = tokenDecimals[symbol] ?? 18
  const address = derived(`preconf token ${symbol}`)
  if ((await chain.code(address)).length === 0) {
    await chain.place('PriceToken', address, [symbol, decimals], { label: symbol })
  }
  return { address, decimals }
}

/** Places a pool of each version with both tokens, at the price. */
export async function placePools(
  chain: PriceChain,
  name: string,
  { base, quote }: { readonly base: PairToken; readonly quote: PairToken },
  price: Price,
): Promise<readonly PoolRecord[]> {
  const isBase0 = base.address < quote.address
  const [token0, token1] = isBase0 ? [base.address, quote.address] : [quote.address, base.address]
  const tokens = { isBase0, baseDecimals: base.decimals, quoteDecimals: quote.decimals }
  const root = sqrtPriceX96(price, tokens)
  const [reserve0, reserve1] = reservesAt(root, tokens)
  const pools = (['uniswapV2', 'uniswapV3'] as const).map((kind) => ({
    kind,
    at: derived(`preconf ${kind} ${name}`),
    token0,
    token1,
    ...tokens,
  }))
  const [v2, v3] = pools.map(({ at }) => at) as [Hex, Hex]
  const pair = [token0, token1, reserve0, reserve1, chain.time]
  await chain.place('PairV2', v2, pair, { label: `${name} v2 pool` })
  const liquidity = squareRoot(reserve0 * reserve1)
  const pool = [token0, token1, poolFee, liquidity, root, past(chain)]
  await chain.place('PoolV3', v3, pool, { label: `${name} v3 pool` })
  for (const at of [v2, v3]) {
    await chain.fund(token0, at, reserve0)
    await chain.fund(token1, at, reserve1)
  }
  await chain.fund(token0, mover, fundsFor(reserve0))
  await chain.fund(token1, mover, fundsFor(reserve1))
  return pools
}

/** What the mover has for a pool of its own: for a price a million times lower or higher at least. */
function fundsFor(reserve: bigint): bigint {
  const ample = reserve << 32n
  return ample > moverFunds && reserve << 12n < moverFunds ? moverFunds : ample
}

/** What a pool holds of both tokens. */
function reservesAt(
  root: bigint,
  { isBase0, quoteDecimals }: Pick<PoolRecord, 'isBase0' | 'quoteDecimals'>,
): [bigint, bigint] {
  const quote = poolDepth * 10n ** BigInt(quoteDecimals)
  const square = root * root
  const base = isBase0 ? (quote << 192n) / square : (quote * square) >> 192n
  const excess = [quote, base].reduce((most, one) => (one > most ? one : most)) / maxReserve + 1n
  const [one, other] = isBase0 ? [base, quote] : [quote, base]
  return [one / excess, other / excess]
}

function past(chain: PriceChain): bigint {
  return chain.time > pastSeconds ? chain.time - pastSeconds : 0n
}
