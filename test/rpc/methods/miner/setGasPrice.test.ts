import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('sets the least gas price before London, and answers true', async () => {
  await using devnet = await client({ hardfork: 'berlin' })
  expect(await devnet.ask('miner_setGasPrice', '0x77359400')).toBe(true)
})

it('is refused where a base fee sets the price', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('miner_setGasPrice', '0x1')).toEqual({
    code: -32602,
    message: 'miner_setGasPrice is not supported when EIP-1559 is active',
  })
})
