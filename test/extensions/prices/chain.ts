import { type Address, createPublicClient, custom, type Hex, parseAbi } from 'viem'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'

export const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function getRoundData(uint80 id) view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
  'function latestAnswer() view returns (int256)',
  'function latestRound() view returns (uint256)',
  'function getAnswer(uint256 round) view returns (int256)',
  'function getTimestamp(uint256 round) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function version() view returns (uint256)',
  'function aggregator() view returns (address)',
  'event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt)',
  'event NewRound(uint256 indexed roundId, address indexed startedBy, uint256 startedAt)',
])

export const pythAbi = parseAbi([
  'struct Price { int64 price; uint64 conf; int32 expo; uint256 publishTime; }',
  'function getPriceUnsafe(bytes32 id) view returns (Price)',
  'function getPriceNoOlderThan(bytes32 id, uint256 age) view returns (Price)',
  'function getEmaPriceUnsafe(bytes32 id) view returns (Price)',
  'function getUpdateFee(bytes[] updates) view returns (uint256)',
  'function updatePriceFeeds(bytes[] updates) payable',
  'error PriceFeedNotFound()',
  'error StalePrice()',
  'error InsufficientFee()',
  'event PriceFeedUpdate(bytes32 indexed id, uint64 publishTime, int64 price, uint64 conf)',
])

export const poolAbi = parseAbi([
  'function token0() view returns (address)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 time)',
  'function price0CumulativeLast() view returns (uint256)',
  'function sync()',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
  'function observe(uint32[] secondsAgos) view returns (int56[] ticks, uint160[] secondsPerLiquidity)',
])

export const tokenAbi = parseAbi([
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address account) view returns (uint256)',
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
])

/** A client that reads a devnet. */
export function readerOf(devnet: PreconfDevnet) {
  return createPublicClient({ transport: custom(devnet.provider, { retryCount: 0 }) })
}

/** The address of a part of a feed that the test relies on. */
export function there(address: Hex | undefined): Address {
  if (address === undefined) throw new Error('the feed lacks this part')
  return address
}

/** The receipt of the transaction of a change, which is sealed. */
export async function receiptOf(devnet: PreconfDevnet, hash: `0x${string}` | undefined) {
  await devnet.seal()
  return readerOf(devnet).getTransactionReceipt({ hash: hash ?? '0x' })
}
