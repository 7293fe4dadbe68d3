import { expect, it } from 'vitest'
import { account, client, listen, zeroHash } from '../methods/client.ts'

it('pushes the block under construction after each flashblock, the first one without transactions', async () => {
  await using devnet = await client()
  const { results } = await listen(devnet, 'newFlashblocks')
  const first = await devnet.send({ to: account(devnet, 1) })
  await devnet.flashblock()
  const second = await devnet.send({ to: account(devnet, 1) })
  await devnet.flashblock()
  expect(results.at(-1)).toEqual(await devnet.ask('eth_getBlockByNumber', 'pending', true))
  expect(
    results.map(({ number, hash, transactions }) => [
      number,
      hash,
      transactions.map((transaction: { hash: string }) => transaction.hash),
    ]),
  ).toEqual([
    ['0x1', zeroHash, []],
    ['0x1', zeroHash, [first]],
    ['0x1', zeroHash, [first, second]],
  ])
})
