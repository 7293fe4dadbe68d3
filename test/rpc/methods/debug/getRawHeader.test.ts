import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { client, missingArgument, twoSteps, zeroHash } from '../client.ts'

describe('debug_getRawHeader', () => {
  it('gives the bytes that the hash of the block is of', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    expect(keccak256(await devnet.ask('debug_getRawHeader', '0x1'))).toBe(hash)
    const genesis = await devnet.ask('eth_getBlockByNumber', 'earliest', false)
    expect(keccak256(await devnet.ask('debug_getRawHeader', genesis.hash))).toBe(genesis.hash)
  })

  it('has no bytes for a block that is not there or still open', async () => {
    await using devnet = await client()
    await twoSteps(devnet)
    expect(await devnet.ask('debug_getRawHeader', '0x9')).toBe('0x')
    expect(await devnet.refusal('debug_getRawHeader', zeroHash)).toMatchObject({ code: -32000 })
    expect(await devnet.refusal('debug_getRawHeader', 'pending')).toMatchObject({ code: -32000 })
    expect(await devnet.refusal('debug_getRawHeader')).toEqual(missingArgument(0))
  })
})
