import { expect, it } from 'vitest'
import { client, listen } from '../methods/client.ts'

it('pushes the header of each sealed block', async () => {
  await using devnet = await client()
  const { results } = await listen(devnet, 'newHeads')
  await devnet.flashblock()
  const { hash } = await devnet.seal()
  await devnet.seal()
  expect(results.map(({ number }) => number)).toEqual(['0x1', '0x2'])
  const { transactions, uncles, withdrawals, size, ...header } = await devnet.ask(
    'eth_getBlockByHash',
    hash,
    false,
  )
  expect(results[0]).toEqual(header)
})
