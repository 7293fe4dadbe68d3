import { type Address, parseAbi } from 'viem'
import type { App, World } from './chain.ts'

const etherFeed = '0xf509f81b74d6ef3b57ea5fd0854fc333b2605109'
const uptimeFeed = '0x5bf1834f0cbf07dd1617b004081e9495f39a7598'
const abi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
/** How long borrowers have after an outage to bring in more. */
const grace = 3600n

/** Liquidates whoever owes more than 2000 for an ether, at each price that the feed gives. */
async function careless(world: World): Promise<boolean> {
  return liquidatesOnlyInTime(world, async () => true)
}

/** Liquidates nobody while the sequencer is down, nor in the hour after. */
async function careful(world: World): Promise<boolean> {
  return liquidatesOnlyInTime(world, async () => {
    const [, isDown, startedAt] = await roundOf(world, uptimeFeed)
    const { timestamp } = await world.client.getBlock()
    return isDown === 0n && timestamp - startedAt > grace
  })
}

/** Watches for ten minutes; whoever could send nothing meanwhile must not be liquidated. */
async function liquidatesOnlyInTime(
  world: World,
  mayLiquidate: () => Promise<boolean>,
): Promise<boolean> {
  for (let second = 0; second < 600; second += 10) {
    const [, price] = await roundOf(world, etherFeed)
    if (price < 2000n * 10n ** 8n && (await mayLiquidate())) return false
    await world.wait(10_000)
  }
  return true
}

function roundOf({ client }: World, address: Address) {
  return client.readContract({ abi, address, functionName: 'latestRoundData' })
}

export const outage: App = { careless, careful }
