import { expect, it } from 'vitest'
import { account, client, word, zeroHash } from '../client.ts'
import { scene } from '../trace/scene.ts'

it('gives revert data, and none where there are none', async () => {
  await using devnet = await client()
  const { revert } = await scene(devnet)
  const reverted = await revert()
  const transfer = await devnet.send({ to: account(devnet, 1) })
  expect(await devnet.ask('ots_getTransactionError', reverted)).toBeNull()
  await devnet.flashblock()
  expect(await devnet.ask('ots_getTransactionError', reverted)).toBe(word(170))
  await devnet.seal()
  expect(await devnet.ask('ots_getTransactionError', reverted)).toBe(word(170))
  expect(await devnet.ask('ots_getTransactionError', transfer)).toBe('0x')
  expect(await devnet.ask('ots_getTransactionError', zeroHash)).toBeNull()
})
