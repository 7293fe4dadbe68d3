import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is what the next block asks for, as it then turns out', async () => {
  await using devnet = await client({ baseFee: 8_000_000_000 })
  const next = await devnet.ask('eth_baseFee')
  // An empty block lowers it by an eighth (EIP-1559).
  expect(next).toBe(`0x${(7_000_000_000).toString(16)}`)
  await devnet.seal()
  expect((await devnet.ask('eth_getBlockByNumber', 'latest', false)).baseFeePerGas).toBe(next)
})

it('is null before London', async () => {
  await using devnet = await client({ hardfork: 'berlin' })
  expect(await devnet.ask('eth_baseFee')).toBeNull()
})
