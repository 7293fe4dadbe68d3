import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('preconf_listCheckpoints answers a tree: each moment with the one before it', async () => {
  await using devnet = await client()
  const now = `0x${devnet.clock.now().toString(16)}`
  const start = await devnet.checkpoint()
  await devnet.seal()
  const left = await devnet.checkpoint()
  await devnet.restore(start)
  const right = await devnet.snapshot()
  const { hash } = await devnet.ask('eth_getBlockByNumber', '0x0', false)
  const genesis = { blockNumber: '0x0', blockHash: hash, takenMs: now }
  expect(await devnet.ask('preconf_listCheckpoints')).toEqual([
    { id: start, kind: 'checkpoint', ...genesis, parent: null },
    expect.objectContaining({ id: left, kind: 'checkpoint', blockNumber: '0x1', parent: start }),
    { id: right, kind: 'snapshot', ...genesis, parent: start },
  ])
})

it('of a moment that is gone nothing is reported', async () => {
  await using devnet = await client()
  const first = await devnet.checkpoint()
  const second = await devnet.checkpoint()
  devnet.forget(first)
  const moments = await devnet.ask('preconf_listCheckpoints')
  expect(moments).toMatchObject([{ id: second, parent: null }])
  await devnet.reset()
  expect(await devnet.ask('preconf_listCheckpoints')).toEqual([])
})
