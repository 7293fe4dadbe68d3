import { describe, expect, it } from 'vitest'
import { client, missingArgument, twoSteps, zeroHash } from '../client.ts'

describe('eth_getBlockByHash', () => {
  it('finds a sealed block, with hashes or whole transactions', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    for (const full of [false, true]) {
      expect(await devnet.ask('eth_getBlockByHash', hash, full)).toEqual(
        await devnet.ask('eth_getBlockByNumber', '0x1', full),
      )
    }
  })

  it('is null for an unknown hash, also for that of the block under construction', async () => {
    await using devnet = await client()
    await twoSteps(devnet)
    expect(await devnet.ask('eth_getBlockByHash', zeroHash, true)).toBeNull()
  })

  it('refuses parameters that are none', async () => {
    await using devnet = await client()
    const ask = (...params: unknown[]) => devnet.refusal('eth_getBlockByHash', ...params)
    expect(await ask()).toEqual(missingArgument(0))
    expect(await ask(zeroHash)).toEqual(missingArgument(1))
    expect((await ask('0x1234', true)).message).toContain(
      'hex string has length 4, want 64 for common.Hash',
    )
  })
})
