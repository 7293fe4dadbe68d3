import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('is the least fee as long as there are no blobs', async () => {
  await using devnet = await client()
  expect(await devnet.ask('eth_blobBaseFee')).toBe('0x1')
})

it('is null before Cancun', async () => {
  await using devnet = await client({ hardfork: 'shanghai' })
  expect(await devnet.ask('eth_blobBaseFee')).toBeNull()
})
