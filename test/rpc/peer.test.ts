import { expect, it } from 'vitest'
import type { BlockSummary } from '../../src/types/summary.ts'
import { client } from './methods/client.ts'

it('methods that all nodes have answer as Hardhat with `compat: hardhat`', async () => {
  await using devnet = await client({ compat: 'hardhat' })
  expect(await devnet.ask('evm_increaseTime', 10)).toBe('10')
  expect(await devnet.ask('evm_mine')).toBe('0')
  expect(await devnet.ask('evm_setNextBlockTimestamp', 2_000_000_000)).toBe('2000000000')
  expect(await devnet.ask('evm_setAutomine', true)).toBe(true)
  expect(await devnet.ask('evm_setIntervalMining', 3_000)).toBe(true)
  expect(await devnet.ask('preconf_cadence')).toMatchObject({ mining: 'mixed', blockTime: '0xbb8' })
  expect(await devnet.ask('anvil_getIntervalMining')).toBe(3)
})

it('they answer as ganache with `compat: ganache`', async () => {
  await using devnet = await client({ compat: 'ganache' })
  expect(await devnet.ask('evm_increaseTime', 10)).toBe(10)
  expect(await devnet.ask('evm_mine')).toBe('0x0')
  expect(await devnet.ask('evm_setAutomine', true)).toBe(true)
})

it('a prefix says more than `compat`', async () => {
  await using devnet = await client({ compat: 'hardhat' })
  expect(await devnet.ask('anvil_setAutomine', true)).toBe(null)
  expect(await devnet.ask('anvil_setIntervalMining', 3)).toBe(null)
  expect(await devnet.ask('hardhat_getIntervalMining')).toBe(3_000)
})

it('seconds may have a fraction', async () => {
  await using devnet = await client()
  await devnet.ask('evm_setIntervalMining', 0.25)
  expect(await devnet.ask('preconf_cadence')).toMatchObject({
    mining: 'interval',
    blockTime: '0xfa',
  })
  expect(await devnet.ask('anvil_getIntervalMining')).toBe(0.25)
})

/** Timestamps of blocks that are sealed within some seconds, at intervals from a range. */
async function timesWithin(seconds: number, seed: string) {
  await using devnet = await client({ seed, allowSameTimestamp: true })
  await devnet.ask('hardhat_setIntervalMining', [500, 1_500])
  expect(await devnet.ask('hardhat_getIntervalMining')).toEqual([500, 1_500])
  expect(await devnet.ask('anvil_getIntervalMining')).toEqual([0.5, 1.5])
  const blocks: bigint[] = []
  devnet.on('block', ({ timestamp }: BlockSummary) => blocks.push(timestamp))
  await devnet.clock.advance(seconds * 1_000)
  await devnet.ask('hardhat_setIntervalMining', 400)
  expect(await devnet.ask('hardhat_getIntervalMining')).toBe(400)
  return blocks
}

it('intervals are drawn from a range by the seed', async () => {
  const times = await timesWithin(40, 'a')
  expect(times.length).toBeGreaterThan(27)
  expect(times.length).toBeLessThan(80)
  expect(await timesWithin(40, 'a')).toEqual(times)
  expect(await timesWithin(40, 'b')).not.toEqual(times)
})

it.each([
  [[2_000, 1_000], /give the shorter interval first/],
  [[0, 0], /a longest above 0/],
  [[1_000], /invalid argument 0/],
])('a range of %j is refused', async (range, words) => {
  await using devnet = await client()
  expect(await devnet.refusal('hardhat_setIntervalMining', range)).toMatchObject({
    code: -32602,
    message: expect.stringMatching(words),
  })
})
