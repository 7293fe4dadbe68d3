import { expect, it } from 'vitest'
import { account, client, zeroHash } from '../client.ts'

it('takes a transaction out of the pool and says whether it was there', async () => {
  await using devnet = await client()
  const hash = await devnet.send({ to: account(devnet, 1) })
  expect(await devnet.ask('admin_dropTransaction', hash)).toBe(true)
  expect(await devnet.ask('eth_getTransactionByHash', hash)).toBeNull()
  expect(await devnet.ask('admin_dropTransaction', hash)).toBe(false)
  expect(await devnet.ask('admin_dropTransaction', zeroHash)).toBe(false)
})
