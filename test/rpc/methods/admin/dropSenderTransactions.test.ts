import { expect, it } from 'vitest'
import { account, client } from '../client.ts'

it('takes what an account has sent out of the pool', async () => {
  await using devnet = await client()
  const [alice, to] = [account(devnet, 0), account(devnet, 1)]
  const hashes = [
    await devnet.send({ to }),
    await devnet.send({ to }),
    await devnet.send({ to, nonce: '0x9' }),
  ]
  const other = await devnet.send({ from: to, to: alice })
  expect(await devnet.ask('admin_dropSenderTransactions', alice)).toEqual(hashes)
  expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' })
  expect(await devnet.ask('eth_getTransactionByHash', other)).not.toBeNull()
  expect(await devnet.ask('admin_dropSenderTransactions', alice)).toEqual([])
})
