import { expect, it } from 'vitest'
import { client, tooMany } from '../client.ts'

it('answers what devnet.metrics() gives, what the chain shows as quantities', async () => {
  await using devnet = await client()
  expect(await devnet.ask('preconf_metrics')).toMatchObject({ head: '0x0', flashblock: null })
  await devnet.seal()
  await devnet.flashblock()
  const { head, flashblock, requests, ...answered } = await devnet.ask('preconf_metrics')
  expect([head, flashblock]).toEqual(['0x1', '0x1'])
  expect(requests.preconf_metrics).toMatchObject({ count: 1, errors: 0 })
  const { flashblocks, seals, pool, clock } = devnet.metrics()
  expect(answered).toMatchObject({ flashblocks, seals, pool, clock })
})

it('takes no parameters', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('preconf_metrics', true)).toEqual(tooMany(0))
})

it('can be written as JSON', async () => {
  await using devnet = await client()
  await devnet.flashblock()
  const answer = await devnet.ask('preconf_metrics')
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
})
