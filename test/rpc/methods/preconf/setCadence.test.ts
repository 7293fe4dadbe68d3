import { describe, expect, it } from 'vitest'
import { client, invalidArgument, missingArgument, tooMany } from '../client.ts'

describe('preconf_setCadence', () => {
  it('changes what is given, in the words and units of the options; answers as preconf_cadence', async () => {
    await using devnet = await client()
    const cadence = {
      mining: 'manual',
      blockTime: '0x7d0',
      flashblockTime: '0xc8',
      paused: false,
      clock: 'manual',
    }
    expect(await devnet.ask('preconf_setCadence', {})).toEqual(cadence)
    expect(
      await devnet.ask('preconf_setCadence', { blockTime: '500ms', mining: 'interval' }),
    ).toEqual({ ...cadence, mining: 'interval', blockTime: '0x1f4' })
    expect(
      await devnet.ask('preconf_setCadence', { blockTime: 1, flashblockTime: 100, mining: null }),
    ).toEqual({ ...cadence, mining: 'interval', blockTime: '0x3e8', flashblockTime: '0x64' })
    await devnet.clock.advance(1_000)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
  })

  it('refuses what is no cadence, and changes nothing', async () => {
    await using devnet = await client()
    const cadence = await devnet.ask('preconf_cadence')
    expect(await devnet.refusal('preconf_setCadence')).toEqual(missingArgument(0))
    expect(await devnet.refusal('preconf_setCadence', {}, 1)).toEqual(tooMany(1))
    expect(await devnet.refusal('preconf_setCadence', [])).toEqual(
      invalidArgument(0, 'expected an object, got an array of 0'),
    )
    expect(await devnet.refusal('preconf_setCadence', { mining: 'fast' })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('expected one of flashblocks, interval, auto'),
    })
    expect(
      await devnet.refusal('preconf_setCadence', { mining: 'interval', blockTime: 0 }),
    ).toMatchObject({ code: -32602, message: expect.stringContaining('invalid blockTime') })
    expect(await devnet.ask('preconf_cadence')).toEqual(cadence)
  })
})
