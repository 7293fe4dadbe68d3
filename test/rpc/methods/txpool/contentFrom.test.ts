import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import { account, client, missingArgument } from '../client.ts'
import { fillPool } from './pool.ts'

it('shows what one sender has in the pool', async () => {
  await using devnet = await client()
  await fillPool(devnet)
  const address = account(devnet, 0)
  const { pending, queued } = await devnet.ask('txpool_content')
  const sender = getAddress(address)
  expect(await devnet.ask('txpool_contentFrom', address)).toEqual({
    pending: pending[sender],
    queued: queued[sender],
  })
  expect(await devnet.ask('txpool_contentFrom', account(devnet, 1))).toEqual({
    pending: {},
    queued: {},
  })
  expect(await devnet.refusal('txpool_contentFrom')).toEqual(missingArgument(0))
})
