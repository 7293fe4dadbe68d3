import { describe, expect, it } from 'vitest'
import { client, tooMany } from '../client.ts'

describe('preconf_cadence', () => {
  it('answers mode, times in milliseconds, whether it is held, and the clock', async () => {
    await using devnet = await client({ mining: 'interval', blockTime: '3s', flashblockTime: 50 })
    expect(await devnet.ask('preconf_cadence')).toEqual({
      mining: 'interval',
      blockTime: '0xbb8',
      flashblockTime: '0x32',
      paused: false,
      clock: 'manual',
    })
    expect(await devnet.refusal('preconf_cadence', 1)).toEqual(tooMany(0))
  })
})
