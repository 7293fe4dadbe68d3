import { expect, it } from 'vitest'
import { account, client } from '../client.ts'

it('lists what waits, executable or not, of all senders', async () => {
  await using devnet = await client()
  const to = account(devnet, 1)
  expect(await devnet.ask('eth_pendingTransactions')).toEqual([])
  const first = await devnet.send({ to })
  const second = await devnet.ask('eth_sendTransaction', { from: to, to, nonce: '0x5' })
  expect(await devnet.ask('eth_pendingTransactions')).toMatchObject([
    { hash: first, blockHash: null, blockNumber: null, nonce: '0x0' },
    { hash: second, blockHash: null, from: to, nonce: '0x5' },
  ])
  await devnet.seal()
  expect(await devnet.ask('eth_pendingTransactions')).toMatchObject([{ hash: second }])
})
