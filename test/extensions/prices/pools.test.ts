import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import type { LoadedContract } from '../../../src/types/fixture.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { poolAbi, readerOf, receiptOf, there, tokenAbi } from './chain.ts'

const pair = 'ETH/USD'

test('pools have the price, and averages over the time before', async () => {
  await using devnet = await testDevnet()
  const client = readerOf(devnet)
  await devnet.prices.set('BTC/USD', 60_000)
  const { pools } = await devnet.prices.get('BTC/USD')
  const [v2, v3] = pools.map(({ address }) => address)
  const pairAt = { address: there(v2), abi: poolAbi } as const
  const poolAt = { address: there(v3), abi: poolAbi } as const
  const observe = { ...poolAt, functionName: 'observe', args: [[1800, 0]] } as const
  const tickOf = async () => (await client.readContract({ ...poolAt, functionName: 'slot0' }))[1]
  const average = async () => {
    const [[before = 0n, now = 0n]] = await client.readContract(observe)
    return Number(now - before) / 1800
  }
  const tick = await tickOf()
  expect(await average()).toBe(tick)

  const { transaction } = await devnet.prices.set('BTC/USD', 30_000)
  const { logs } = await receiptOf(devnet, transaction)
  const topics = logs.filter(({ address }) => address === v2 || address === v3)
  // Sync and Swap of v2, Swap of v3
  expect(topics.map(({ topics }) => topics[0]?.slice(0, 10))).toEqual([
    '0x1c411e9a',
    '0xd78ad95f',
    '0xc42079f9',
  ])
  const now = await devnet.prices.get('BTC/USD')
  expect(now.pools.map(({ value }) => value.toFixed(3))).toEqual(['30000.000', '30000.000'])
  const after = await tickOf()
  expect(Math.abs(after - tick)).toBe(6932)
  await devnet.provider.request({ method: 'anvil_increaseTime', params: [899] })
  await devnet.seal()
  // Half of the time is at the new price.
  expect(Math.abs((await average()) - (tick + after) / 2)).toBeLessThan(5)
  expect(
    await client.readContract({ ...pairAt, functionName: 'price0CumulativeLast' }),
  ).toBeGreaterThan(0n)
})

test('a depeg moves the pools of one pair, and not its oracles', async () => {
  await using devnet = await testDevnet()
  await devnet.prices.set('USDC/USD', 1)
  await devnet.prices.set(pair, 3000)
  await devnet.prices.set('USDC/USD', { value: 0.88, sources: ['uniswapV2', 'uniswapV3'] })
  await devnet.seal()
  const { value, pools } = await devnet.prices.get('USDC/USD')
  expect(value).toBe(1)
  expect(pools.map((pool) => pool.value.toFixed(6))).toEqual(['0.880000', '0.880000'])
  expect(await devnet.prices.get(pair)).toMatchObject({
    value: 3000,
    pools: [{ value: 3000 }, {}],
  })
})

test('pools swap the tokens of a fixture, and the pools of others follow', async () => {
  await using devnet = await testDevnet({ fixture: 'fixtures/dex.yaml' })
  await devnet.prices.set(pair, { value: 3000, tokens: ['weth', 'dai'] })
  const { weth, dai } = devnet.fixture.contracts as Record<string, { address: `0x${string}` }>
  const { pools } = await devnet.prices.get(pair)
  for (const { token0, token1 } of pools) {
    expect([token0, token1].sort()).toEqual([weth?.address, dai?.address].sort())
  }
  await devnet.prices.set('WETH/DAI', { value: 2500, pools: [there(pools[0]?.address)] })
  await devnet.seal()
  const [moved] = (await devnet.prices.get(pair)).pools
  expect(moved?.value.toFixed(6)).toBe('2500.000000')
  const client = readerOf(devnet)
  const symbol = { address: there(weth?.address), abi: tokenAbi, functionName: 'symbol' } as const
  expect(await client.readContract(symbol)).toBe('WETH')
})

test('the exchange of a fixture follows, and its users pay the price that it has then', async () => {
  await using devnet = await testDevnet({ fixture: 'fixtures/dex.yaml', mining: 'auto' })
  await devnet.prices.set(pair, { value: 1500, pools: ['exchange'] })
  const { pools } = await devnet.prices.get(pair)
  expect(pools.map(({ kind, value }) => [kind, value.toFixed(6)])).toEqual([
    ['uniswapV2', '1500.000000'],
    ['uniswapV3', '1500.000000'],
    ['exchange', '1500.000000'],
  ])
  const { exchange, weth } = devnet.fixture.contracts as Record<string, LoadedContract>
  const quote = parseAbi([
    'function quote(address tokenIn, uint256 amountIn) view returns (uint256)',
  ])
  const out = await readerOf(devnet).readContract({
    address: there(exchange?.address),
    abi: quote,
    functionName: 'quote',
    args: [there(weth?.address), 10n ** 15n],
  })
  // A thousandth of an ether, less 0.3 %
  expect(Number(out) / 1e18).toBeCloseTo(1.4955, 4)
})
