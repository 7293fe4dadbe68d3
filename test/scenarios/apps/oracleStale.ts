import { parseAbi } from 'viem'
import type { App, World } from './chain.ts'

const feed = '0xf509f81b74d6ef3b57ea5fd0854fc333b2605109'
const abi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
/** What the feed promises, and some minutes. */
const longestSilence = 3600n + 300n

/** Lends 80 % of what ether is worth by the feed. Says whether a loan after the fall is covered by what ether costs then. */
async function careless(world: World): Promise<boolean> {
  await world.wait(25_000)
  const [, answer] = await roundOf(world)
  return isCovered(answer)
}

/** Lends nothing while the feed is older than it may be. */
async function careful(world: World): Promise<boolean> {
  await world.wait(25_000)
  const [, answer, , updatedAt] = await roundOf(world)
  const { timestamp } = await world.client.getBlock()
  const isStale = answer <= 0n || timestamp - updatedAt > longestSilence
  return isStale || isCovered(answer)
}

function roundOf({ client }: World) {
  return client.readContract({ abi, address: feed, functionName: 'latestRoundData' })
}

/** The market pays 2000 dollars for an ether by now. */
function isCovered(answer: bigint): boolean {
  const lent = (answer * 8n) / 10n
  return lent <= 2000n * 10n ** 8n
}

export const oracleStale: App = { careless, careful }
