import { expect, it } from 'vitest'
import { account, client, listen, zeroHash } from '../methods/client.ts'

it('pushes the header of each sealed block', async () => {
  await using devnet = await client()
  const { results } = await listen(devnet, 'newHeads')
  await devnet.flashblock()
  const { hash } = await devnet.seal()
  await devnet.seal()
  expect(results.map(({ number }) => number)).toEqual(['0x1', '0x2'])
  expect(results[0]).toEqual(await devnet.ask('eth_getHeaderByHash', hash))
})

it('pushes the header of the pending block at each flashblock too, when configured', async () => {
  await using devnet = await client({ newHeads: 'flashblocks' })
  const { id, results } = await listen(devnet, 'newHeads')
  const pending = []
  for (let count = 0; count < 2; count++) {
    await devnet.send({ to: account(devnet, 1) })
    await devnet.flashblock()
    pending.push(await devnet.ask('eth_getHeaderByNumber', 'pending'))
  }
  const { hash } = await devnet.seal()
  expect(results.map(({ number, gasUsed }) => [number, gasUsed])).toEqual([
    ['0x1', '0x0'],
    ['0x1', '0x5208'],
    ['0x1', '0xa410'],
    ['0x1', '0xa410'],
  ])
  expect(results.slice(0, 3).map((header) => header.hash)).toEqual(Array(3).fill(zeroHash))
  expect(results.slice(1, 3)).toEqual(pending)
  expect(results[3]).toEqual(await devnet.ask('eth_getHeaderByHash', hash))
  await devnet.ask('eth_unsubscribe', id)
  await devnet.seal()
  expect(results).toHaveLength(4)
})

it('tells the hash that the pending block has, where it has one', async () => {
  await using devnet = await client({ newHeads: 'flashblocks', pendingHash: 'real' })
  const { results } = await listen(devnet, 'newHeads')
  await devnet.send({ to: account(devnet, 1) })
  await devnet.flashblock()
  const [first, second] = results
  expect([first.hash, second.hash]).not.toContain(zeroHash)
  expect(await devnet.ask('eth_getHeaderByHash', first.hash)).toEqual(first)
  expect(await devnet.ask('eth_getHeaderByNumber', 'pending')).toEqual(second)
})

it.each(['anvil', 'hardhat'] as const)('pushes the block with compat %s', async (compat) => {
  await using devnet = await client({ compat, mining: 'auto' })
  const { results } = await listen(devnet, 'newHeads')
  const hash = await devnet.send({ to: account(devnet, 1) })
  const block = await devnet.ask('eth_getBlockByNumber', '0x1', false)
  expect(results).toEqual([block])
  // What Anvil 1.7.1 and Hardhat 2.29.1 push besides the header.
  expect(results[0]).toMatchObject({ transactions: [hash], uncles: [], totalDifficulty: '0x0' })
})
