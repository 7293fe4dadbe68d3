import { expect, it } from 'vitest'
import { client, zeroHash } from '../client.ts'
import { sendBlob, zeroBlob, zeroBlobHash } from './blobs.ts'

const method = 'anvil_getBlobByHash'

it('gives a blob wherever its transaction is', async () => {
  await using devnet = await client({ hardfork: 'prague' })
  expect(await devnet.ask(method, zeroBlobHash)).toBeNull()
  await sendBlob(devnet)
  expect(await devnet.ask(method, zeroBlobHash)).toBe(zeroBlob)
  await devnet.flashblock()
  expect(await devnet.ask(method, zeroBlobHash)).toBe(zeroBlob)
  await devnet.seal()
  await devnet.seal()
  expect(await devnet.ask(method, zeroBlobHash)).toBe(zeroBlob)
  expect(await devnet.ask(method, zeroHash)).toBeNull()
})
