import { expect, it } from 'vitest'
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

it('a range of intervals is refused', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('hardhat_setIntervalMining', [1_000, 2_000])).toEqual({
    code: -32602,
    message:
      'invalid argument 0: a range of intervals is not supported: give one interval, got an array of 2',
  })
})
