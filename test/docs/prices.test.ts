import { createDevnet } from 'preconf'
import { createPublicClient, custom, parseAbi } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
])

test('the price of ether falls', async () => {
  await using devnet = await createDevnet({ mining: 'auto' })
  const client = createPublicClient({ transport: custom(devnet.provider) })

  await devnet.prices.set('ETH/USD', 3000)
  const { chainlink, pyth, pools } = await devnet.prices.get('ETH/USD')
  await devnet.prices.set('ETH/USD', 1800) // one transaction moves them all

  const feed = { address: chainlink ?? '0x', abi, functionName: 'latestRoundData' } as const
  const [, answer] = await client.readContract(feed)
  expect(answer).toBe(1800_00000000n)
  expect(pyth?.id).toMatch(/^0xff61491a/) // Pyth's own id of the pair
  expect(pools.map(({ kind }) => kind)).toEqual(['uniswapV2', 'uniswapV3'])

  await devnet.prices.set('ETH/USD', 'stale') // the feed publishes nothing more
  await devnet.prices.set('ETH/USD', 1500) // but the pools go on
  expect((await devnet.prices.get('ETH/USD')).value).toBe(1800)
})
