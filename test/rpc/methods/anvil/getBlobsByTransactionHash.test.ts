import { expect, it } from 'vitest'
import { account, client, zeroHash } from '../client.ts'
import { sendBlob, zeroBlob } from './blobs.ts'

const method = 'anvil_getBlobsByTransactionHash'

it('gives the blobs of a transaction wherever it is', async () => {
  await using devnet = await client({ hardfork: 'prague' })
  const hash = await sendBlob(devnet)
  expect(await devnet.ask(method, hash)).toEqual([zeroBlob])
  await devnet.flashblock()
  expect(await devnet.ask(method, hash)).toEqual([zeroBlob])
  await devnet.seal()
  expect(await devnet.ask(method, hash)).toEqual([zeroBlob])
})

it('is null for a transaction without blobs, and for none', async () => {
  await using devnet = await client()
  const hash = await devnet.send({ to: account(devnet, 1) })
  expect(await devnet.ask(method, hash)).toBeNull()
  expect(await devnet.ask(method, zeroHash)).toBeNull()
})
