import { describe, expect, it } from 'vitest'
import { client, invalidArgument, missingArgument, tooMany } from '../client.ts'

describe('preconf_advance', () => {
  it("moves the clock by milliseconds and answers the chain's time", async () => {
    await using devnet = await client({ mining: 'interval' })
    const before = devnet.clock.now()
    expect(Number(await devnet.ask('preconf_advance', 1_999))).toBe(before + 1_999)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
    expect(Number(await devnet.ask('preconf_advance', '0x1'))).toBe(before + 2_000)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
  })

  it('refuses what is no time to go', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('preconf_advance')).toEqual(missingArgument(0))
    expect(await devnet.refusal('preconf_advance', 1, 1)).toEqual(tooMany(1))
    expect(await devnet.refusal('preconf_advance', 'soon')).toEqual(
      invalidArgument(0, 'hex string without 0x prefix, got "soon"'),
    )
    expect(await devnet.refusal('preconf_advance', -1)).toMatchObject({ code: -32602 })
  })

  it('moves no real clock', async () => {
    await using devnet = await client({ clock: 'real' })
    expect(await devnet.refusal('preconf_advance', 1)).toMatchObject({
      message: expect.stringContaining('manual'),
    })
  })
})
