import { expect, it } from 'vitest'
import { bob } from '../../../support/transfers.ts'
import { client, word } from '../client.ts'

it('sets the base fee of the next block only', async () => {
  await using devnet = await client()
  await devnet.ask('anvil_setNextBlockBaseFeePerGas', '0x64')
  expect((await devnet.seal()).baseFeePerGas).toBe(100n)
  expect((await devnet.seal()).baseFeePerGas).toBe(88n)
})

it('sets the other fields: prev randao of the next block, coinbase and gas limit of all', async () => {
  await using devnet = await client()
  await devnet.ask('hardhat_setPrevRandao', word(7))
  await devnet.ask('anvil_setCoinbase', bob)
  await devnet.ask('evm_setBlockGasLimit', 10_000_000)
  await devnet.ask('anvil_mine', 2)
  const blocks = [
    await devnet.ask('eth_getBlockByNumber', '0x1', false),
    await devnet.ask('eth_getBlockByNumber', '0x2', false),
  ]
  expect(blocks.map(({ miner }) => miner)).toEqual([bob, bob])
  expect(blocks.map(({ gasLimit }) => gasLimit)).toEqual(['0x989680', '0x989680'])
  expect(blocks.map(({ mixHash }) => mixHash === word(7))).toEqual([true, false])
  expect(await devnet.ask('eth_coinbase')).toBe(bob)
})

it('is refused where there is none', async () => {
  await using devnet = await client({ hardfork: 'berlin' })
  const { message } = await devnet.refusal('hardhat_setNextBlockBaseFeePerGas', '0x1')
  expect(message).toBe(
    'hardhat_setNextBlockBaseFeePerGas is only supported when EIP-1559 is active',
  )
  expect((await devnet.refusal('hardhat_setPrevRandao', word(1))).message).toBe(
    'hardhat_setPrevRandao: there is no prev randao at hardfork berlin, it exists from paris on',
  )
})
