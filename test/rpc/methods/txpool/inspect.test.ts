import { getAddress } from 'viem'
import { expect, it } from 'vitest'
import { account, client } from '../client.ts'
import { fillPool } from './pool.ts'

it('tells of each transaction in a line', async () => {
  await using devnet = await client()
  await fillPool(devnet)
  const [first, to, third] = [0, 1, 2].map((index) => getAddress(account(devnet, index))) as [
    string,
    string,
    string,
  ]
  expect(await devnet.ask('txpool_inspect')).toEqual({
    pending: {
      [first]: {
        0: `${to}: 7 wei + 21000 gas × 2000000000 wei`,
        1: `${to}: 0 wei + 21001 gas × 2000000000 wei`,
      },
      [third]: { 0: 'contract creation: 9 wei + 100000 gas × 2000000001 wei' },
    },
    queued: { [first]: { 12: `${to}: 0 wei + 21002 gas × 2000000000 wei` } },
  })
})
