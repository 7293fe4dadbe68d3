import { describe, expect, it } from 'vitest'
import { account, client } from '../client.ts'

describe('personal_unlockAccount', () => {
  it.each([
    ['300 s', [], 300_000],
    ['300 s for null', [null], 300_000],
    ['what is given', [10], 10_000],
    ['what is given in hex', ['0xa'], 10_000],
  ])('lasts %s', async (_, duration, durationMs) => {
    await using devnet = await client({ accounts: 1 })
    const added = await devnet.ask('personal_newAccount', 'secret')
    const unlock: [string, ...unknown[]] = ['personal_unlockAccount', added, 'secret', ...duration]
    expect(await devnet.ask(...unlock)).toBe(true)
    await devnet.clock.advance(durationMs - 1)
    expect(await devnet.ask('eth_accounts')).toContain(added)
    await devnet.clock.advance(1)
    expect(await devnet.ask('eth_accounts')).not.toContain(added)
  })

  it('lasts for ever for 0, and for the accounts of the start', async () => {
    await using devnet = await client({ accounts: 1 })
    const added = await devnet.ask('personal_newAccount', 'secret')
    await devnet.ask('personal_unlockAccount', added, 'secret', 0)
    expect(await devnet.ask('personal_unlockAccount', account(devnet, 0), 'any', 1)).toBe(true)
    await devnet.clock.advance(10_000_000)
    expect(await devnet.ask('eth_accounts')).toEqual([account(devnet, 0), added])
  })

  it('refuses another passphrase and an account that is not there', async () => {
    await using devnet = await client()
    const added = await devnet.ask('personal_newAccount', 'secret')
    const unknown = `0x${'c0'.repeat(20)}`
    expect(await devnet.refusal('personal_unlockAccount', added, 'guess')).toEqual({
      code: -32000,
      message: `could not decrypt key with given password: account ${added}`,
    })
    expect(await devnet.refusal('personal_unlockAccount', unknown, '')).toEqual({
      code: -32602,
      message: `No Signer available: unknown account ${unknown}`,
    })
  })
})
