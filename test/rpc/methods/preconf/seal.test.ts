import { describe, expect, it } from 'vitest'
import { account, client, tooMany } from '../client.ts'

describe('preconf_seal', () => {
  it('seals what is pre-confirmed and what the pool holds; answers the block', async () => {
    await using devnet = await client()
    const first = await devnet.send({ to: account(devnet, 1) })
    await devnet.flashblock()
    const second = await devnet.send({ to: account(devnet, 1) })
    const sealed = await devnet.ask('preconf_seal')
    const { hash, number, transactions } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect(sealed).toEqual({ hash, number, transactions })
    expect([number, transactions]).toEqual(['0x1', [first, second]])
    expect(await devnet.refusal('preconf_seal', 1)).toEqual(tooMany(0))
  })
})
