import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is who is paid by the next block', async () => {
  await using devnet = await client()
  const coinbase = await devnet.ask('eth_coinbase')
  await devnet.seal()
  expect((await devnet.ask('eth_getBlockByNumber', 'latest', false)).miner).toBe(coinbase)
  expect(coinbase).toBe(`0x${'0'.repeat(40)}`)
})
