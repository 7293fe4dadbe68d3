import { expect, it } from 'vitest'
import { client, twoSteps } from '../client.ts'

it('gives headers by number, JSON numbers too', async () => {
  await using devnet = await client()
  await twoSteps(devnet)
  for (const block of ['0x0', 'latest', 'pending']) {
    const header = await devnet.ask('erigon_getHeaderByNumber', block)
    expect(header).toEqual(await devnet.ask('eth_getHeaderByNumber', block))
  }
  expect(await devnet.ask('erigon_getHeaderByNumber', 1)).toMatchObject({ number: '0x1' })
  expect(await devnet.ask('erigon_getHeaderByNumber', 9)).toBeNull()
})
