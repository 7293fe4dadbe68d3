import { describe, expect, it } from 'vitest'
import { client, tooMany } from '../client.ts'

describe('preconf_pause', () => {
  it('holds the cadence, once or more; answers as preconf_cadence', async () => {
    await using devnet = await client({ mining: 'flashblocks' })
    const cadence = await devnet.ask('preconf_cadence')
    for (const _ of [1, 2]) {
      expect(await devnet.ask('preconf_pause')).toEqual({ ...cadence, paused: true })
    }
    await devnet.clock.advance(10_000)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
    expect(await devnet.refusal('preconf_pause', 1)).toEqual(tooMany(0))
  })
})
