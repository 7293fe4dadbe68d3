import { concatBytes } from '@ethereumjs/util'
import { type Hex, hexToBytes } from '../../lib/hex.ts'
import type { FeedPool, FeedStatus, PriceFeed } from '../../types/prices.ts'
import type { Overrides } from '../../types/request.ts'
import { decodeFunctionResult, parseAbi } from '../../wallet/abi.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
import { type Price, priceOf, squareRoot, unscaled } from './amounts.ts'
import type { FeedRecord, PoolRecord } from './feedRecords.ts'
import { sequencer } from './ownFeeds.ts'
import { hashOf, type PriceChain, word } from './priceChain.ts'

/** Set in the rules of a feed that is paused; the bits below are the time of a stale feed. */
const pausedBit = 1n << 64n

/** A slot of a contract. */
interface Slot {
  readonly address: Hex
  readonly slot: Uint8Array
}

/** Where the oracles of a feed keep their rules; see contracts/Feed.sol and contracts/Pyth.sol. */
function ruleSlots({ chainlink, pyth }: FeedRecord): readonly Slot[] {
  const slots: Slot[] = []
  if (chainlink) slots.push({ address: chainlink.aggregator, slot: hashOf('preconf.feed') })
  if (pyth) {
    const slot = keccak256(concatBytes(hexToBytes(pyth.id), hashOf('preconf.pyth')))
    slots.push({ address: pyth.at, slot })
  }
  return slots
}

/** Makes the oracles of a feed live, paused, or stale since a time in seconds. */
export async function writeRules(
  chain: PriceChain,
  record: FeedRecord,
  status: 'live' | 'paused' | { readonly staleSince: bigint },
): Promise<void> {
  const rules =
    typeof status === 'object' ? status.staleSince : status === 'paused' ? pausedBit : 0n
  for (const { address, slot } of ruleSlots(record)) {
    await chain.edit({ address: hexToBytes(address), storage: [[slot, word(rules)]] })
  }
}

/** Whether the oracles of a feed publish and answer. */
export async function statusOf(chain: PriceChain, record: FeedRecord): Promise<FeedStatus> {
  const [first] = ruleSlots(record)
  const rules = first === undefined ? 0n : await chain.slot(first.address, first.slot)
  if (rules >= pausedBit) return 'paused'
  return rules > 0n ? 'stale' : 'live'
}

/** The newest answer of a feed as `latestRoundData` encodes it. Throws an `AbiError`. */
export function decodeAnswer(data: Hex): bigint {
  const abi = parseAbi([latestRoundData])
  return (decodeFunctionResult(abi, 'latestRoundData', data) as RoundData)[1]
}

/** The newest answer of the oracles of a feed, also while they are paused. */
export async function readAnswer(chain: PriceChain, record: FeedRecord): Promise<bigint> {
  const { chainlink } = record
  if (chainlink === undefined) return 0n
  const unpaused = { state: ruleSlots(record).map(withoutRules) }
  return (await readRound(chain, chainlink.proxy, unpaused)).answer
}

/** What Chainlink's function returns. */
type RoundData = readonly [
  round: bigint,
  answer: bigint,
  startedAt: bigint,
  updatedAt: bigint,
  answeredInRound: bigint,
]

const latestRoundData =
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)'

/** The newest answer of a contract with Chainlink's functions. Throws as a call does. */
export async function readRound(chain: PriceChain, feed: Hex, overrides?: Overrides) {
  const data = (await chain.read(feed, latestRoundData, [], overrides)) as RoundData
  const [round, answer, startedAt, updatedAt] = data
  return { round, answer, startedAt, updatedAt }
}

const getPriceUnsafe =
  'function getPriceUnsafe(bytes32) view returns ((int64 price, uint64 conf, int32 expo, uint256 publishTime))'

interface PythPrice {
  readonly price: bigint
  readonly expo: number
}

/** Pyth's price of an id; `undefined` where there is none. */
export async function readPyth(chain: PriceChain, at: Hex, id: Hex): Promise<Price | undefined> {
  const found = (await chain.readIfThere(at, getPriceUnsafe, [id])) as PythPrice | undefined
  if (found === undefined) return undefined
  const { price, expo } = found
  return expo > 0
    ? { digits: price * 10n ** BigInt(expo), decimals: 0 }
    : { digits: price, decimals: -expo }
}

/** What a feed answers now. A paused one is read as if it were not. */
export async function readFeed(chain: PriceChain, record: FeedRecord): Promise<PriceFeed> {
  const { name, decimals, chainlink, pyth } = record
  const status = await statusOf(chain, record)
  const pools = await Promise.all(record.pools.map((pool) => readPool(chain, pool)))
  const unpaused = { state: status === 'paused' ? ruleSlots(record).map(withoutRules) : [] }
  const common = {
    name,
    status,
    decimals,
    chainlink: chainlink?.proxy,
    aggregator: chainlink?.aggregator,
    pyth: pyth && { address: pyth.at, id: pyth.id },
    pools,
  }
  if (chainlink !== undefined) {
    const { round, answer, updatedAt } = await readRound(chain, chainlink.proxy, unpaused)
    const isDown = name === sequencer && answer === 1n
    const value = unscaled(answer, decimals)
    return {
      ...common,
      status: isDown ? 'down' : status,
      value,
      round,
      updatedAt: Number(updatedAt),
    }
  }
  const value = pools[0]?.value ?? 0
  return { ...common, value, round: 0n, updatedAt: Number(chain.time) }
}

function withoutRules({ address, slot }: Slot) {
  return { address: hexToBytes(address), stateDiff: [[slot, word(0n)] as const] }
}

async function readPool(chain: PriceChain, pool: PoolRecord): Promise<FeedPool> {
  const { kind, at, token0, token1 } = pool
  return { kind, address: at, token0, token1, value: priceOf(await rootOf(chain, pool), pool) }
}

/** The square root of the price in a pool, times 2^96. */
async function rootOf(chain: PriceChain, { kind, at }: PoolRecord): Promise<bigint> {
  if (kind === 'uniswapV3') {
    return (await chain.read(at, 'function slot0() view returns (uint160)')) as bigint
  }
  const [reserve0, reserve1] = await reservesOf(chain, { kind, at })
  return squareRoot((reserve1 << 192n) / reserve0)
}

async function reservesOf(
  chain: PriceChain,
  { kind, at }: Pick<PoolRecord, 'kind' | 'at'>,
): Promise<readonly [bigint, bigint]> {
  if (kind === 'uniswapV2') {
    const reserves = 'function getReserves() view returns (uint112, uint112)'
    return (await chain.read(at, reserves)) as readonly [bigint, bigint]
  }
  const [reserve0, reserve1] = await Promise.all(
    ['reserve0', 'reserve1'].map((name) =>
      chain.read(at, `function ${name}() view returns (uint256)`),
    ),
  )
  return [reserve0 as bigint, reserve1 as bigint]
}
