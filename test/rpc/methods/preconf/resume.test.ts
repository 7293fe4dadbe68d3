import { describe, expect, it } from 'vitest'
import { client, tooMany } from '../client.ts'

describe('preconf_resume', () => {
  it('lets the cadence go on where it was held; answers as preconf_cadence', async () => {
    await using devnet = await client({ mining: 'flashblocks' })
    await devnet.clock.advance(1_500)
    const cadence = await devnet.ask('preconf_cadence')
    await devnet.ask('preconf_pause')
    await devnet.clock.advance(10_000)
    for (const _ of [1, 2]) expect(await devnet.ask('preconf_resume')).toEqual(cadence)
    await devnet.clock.advance(499)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
    await devnet.clock.advance(1)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
    expect(await devnet.refusal('preconf_resume', 1)).toEqual(tooMany(0))
  })
})
