import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('preconf_getFlashblocks tells of a block as it was published, sealed and pending', async () => {
  await using devnet = await client()
  const now = `0x${devnet.clock.now().toString(16)}`
  const to = devnet.accounts[1]?.address
  const first = await devnet.send({ to })
  await devnet.flashblock()
  const second = await devnet.send({ to, nonce: '0x1' })
  await devnet.flashblock()
  const pending = await devnet.ask('preconf_getFlashblocks', 'pending')
  const { payloadId } = pending[0]
  const each = { payloadId, publishedMs: now }
  expect(pending).toEqual([
    { ...each, index: '0x0', transactions: [] },
    { ...each, index: '0x1', transactions: [first] },
    { ...each, index: '0x2', transactions: [second] },
  ])
  devnet.faults.inject({ kind: 'dropAtSeal', transaction: first })
  const { hash } = await devnet.seal()
  expect(await devnet.ask('preconf_getFlashblocks', hash)).toEqual(pending)
  expect(await devnet.ask('preconf_getFlashblocks')).toEqual(pending)
})

it('a block that was not pre-confirmed has none, one that is not there is null', async () => {
  await using devnet = await client()
  expect(await devnet.ask('preconf_getFlashblocks', '0x0')).toEqual([])
  expect(await devnet.ask('preconf_getFlashblocks', '0x9')).toBe(null)
})

it('a flashblock of the pending block leaves out those after it', async () => {
  await using devnet = await client()
  await devnet.flashblock()
  await devnet.flashblock()
  const place = { blockNumber: 'pending', flashblock: '0x0' }
  expect(await devnet.ask('preconf_getFlashblocks', place)).toHaveLength(1)
})

it('a block that a reorg has put in the place of another was not pre-confirmed', async () => {
  await using devnet = await client()
  await devnet.send({ to: devnet.accounts[1]?.address })
  await devnet.seal()
  expect(await devnet.ask('preconf_getFlashblocks', '0x1')).toHaveLength(2)
  await devnet.reorg({ depth: 1 })
  expect(await devnet.ask('preconf_getFlashblocks', '0x1')).toEqual([])
})
