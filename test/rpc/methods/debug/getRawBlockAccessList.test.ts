import { keccak256 } from 'viem'
import { describe, expect, it } from 'vitest'
import { client, missingArgument, twoSteps, zeroHash } from '../client.ts'

describe('debug_getRawBlockAccessList', () => {
  it('gives the bytes that the header has the hash of, by every name of a block', async () => {
    await using devnet = await client({ hardfork: 'amsterdam' })
    const { hash } = await twoSteps(devnet)
    const { blockAccessListHash } = await devnet.ask('eth_getBlockByHash', hash, false)
    for (const block of ['0x1', 'latest', hash, { blockHash: hash }]) {
      const list = await devnet.ask('debug_getRawBlockAccessList', block)
      expect(keccak256(list)).toBe(blockAccessListHash)
    }
    expect(await devnet.ask('debug_getRawBlockAccessList', '0x0')).toBe('0xc0')
  })

  it('has no bytes for a block that is not there or still open, or is older', async () => {
    await using devnet = await client()
    await twoSteps(devnet)
    const refusal = (block: string) => devnet.refusal('debug_getRawBlockAccessList', block)
    expect(await devnet.ask('debug_getRawBlockAccessList', '0x9')).toBe('0x')
    expect(await refusal(zeroHash)).toMatchObject({ code: -32000 })
    expect(await refusal('pending')).toMatchObject({ code: -32000 })
    expect(await refusal('0x1')).toEqual({
      code: -32001,
      message:
        'block 1 has no access list: it is of osaka, and lists begin with amsterdam (EIP-7928)',
    })
  })

  it('refuses what names no block', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('debug_getRawBlockAccessList')).toEqual(missingArgument(0))
  })
})
