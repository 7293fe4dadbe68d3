import { expect, it } from 'vitest'
import { account, client } from '../client.ts'

const method = 'ots_getTransactionBySenderAndNonce'

it('gives the hash of what was sent with a nonce', async () => {
  await using devnet = await client()
  const [alice, to] = [account(devnet, 0), account(devnet, 1)]
  const sealed = await devnet.send({ to })
  await devnet.seal()
  const preconfirmed = await devnet.send({ to })
  await devnet.flashblock()
  await devnet.send({ to })
  expect(await devnet.ask(method, alice, 0)).toBe(sealed)
  expect(await devnet.ask(method, alice, '0x1')).toBe(preconfirmed)
  // It waits in the pool.
  expect(await devnet.ask(method, alice, 2)).toBeNull()
  expect(await devnet.ask(method, to, 0)).toBeNull()
})
