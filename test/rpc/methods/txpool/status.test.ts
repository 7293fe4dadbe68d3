import { expect, it } from 'vitest'
import { client } from '../client.ts'
import { fillPool } from './pool.ts'

it('counts the executable and the waiting ones', async () => {
  await using devnet = await client()
  expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  await fillPool(devnet)
  expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x3', queued: '0x1' })
  await devnet.flashblock()
  expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x1' })
})
