import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import { account, client } from '../client.ts'
import { fillPool } from './pool.ts'

it('shows whole transactions by checksummed sender and decimal nonce', async () => {
  await using devnet = await client()
  expect(await devnet.ask('txpool_content')).toEqual({ pending: {}, queued: {} })
  await fillPool(devnet)
  const { pending, queued } = await devnet.ask('txpool_content')
  const [first, third] = [0, 2].map((index) => getAddress(account(devnet, index))) as [
    string,
    string,
  ]
  expect(Object.keys(pending)).toEqual([first, third])
  expect(Object.keys(pending[first])).toEqual(['0', '1'])
  expect(Object.keys(queued[first])).toEqual(['12'])
  expect(Object.keys(queued)).toEqual([first])
  const shown = pending[first]['0']
  expect(shown).toMatchObject({ from: account(devnet, 0), value: '0x7', blockHash: null })
  expect(shown).toEqual(await devnet.ask('eth_getTransactionByHash', shown.hash))
})
