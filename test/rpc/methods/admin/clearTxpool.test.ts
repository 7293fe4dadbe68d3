import { expect, it } from 'vitest'
import { account, client } from '../client.ts'

it.each([
  ['admin_clearTxpool', 2],
  ['debug_clearTxpool', null],
])('%s empties the pool and leaves what is pre-confirmed', async (method, answer) => {
  await using devnet = await client()
  const to = account(devnet, 1)
  const preconfirmed = await devnet.send({ to })
  await devnet.flashblock()
  await devnet.send({ to })
  await devnet.send({ to })
  expect(await devnet.ask(method)).toBe(answer)
  expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  expect(await devnet.ask('eth_getTransactionByHash', preconfirmed)).not.toBeNull()
})
