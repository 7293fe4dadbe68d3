import { describe, expect, it } from 'vitest'
import { client, missingArgument, tooMany } from '../client.ts'

describe('preconf_setFault', () => {
  it('arms a fault and names it', async () => {
    await using devnet = await client()
    expect(await devnet.ask('preconf_setFault', { kind: 'error', method: 'net_version' })).toBe(
      '0x1',
    )
    expect(await devnet.ask('preconf_setFault', { kind: 'skipFlashblock', index: '0x2' })).toBe(
      '0x2',
    )
    expect(await devnet.refusal('net_version')).toEqual({ code: -32000, message: 'injected fault' })
    expect(devnet.faults.list()).toMatchObject([
      { id: '0x1', fault: { kind: 'error', method: 'net_version' }, applied: 1 },
      { id: '0x2', fault: { kind: 'skipFlashblock', index: 2 }, remaining: 1 },
    ])
  })

  it('refuses what is no fault', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('preconf_setFault')).toEqual(missingArgument(0))
    expect(await devnet.refusal('preconf_setFault', { kind: 'error' }, 1)).toEqual(tooMany(1))
    expect(await devnet.refusal('preconf_setFault', { kind: 'latency', ms: -1 })).toEqual({
      code: -32602,
      message:
        'invalid argument 0: invalid ms -1 of the fault latency: give a whole number from 0 to 2147483647, or a time with its unit such as 500ms, got an object',
    })
    expect(devnet.faults.list()).toEqual([])
  })

  it('refuses in process what it refuses by RPC', async () => {
    await using devnet = await client()
    expect(() => devnet.faults.inject({ kind: 'latency', ms: -1 })).toThrow(
      expect.objectContaining({ name: 'InvalidFault', code: -32602 }),
    )
  })
})
