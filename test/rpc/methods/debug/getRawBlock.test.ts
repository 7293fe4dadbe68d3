import { fromRlp, keccak256, toRlp } from 'viem'
import { describe, expect, it } from 'vitest'
import { client, invalidArgument, missingArgument, twoSteps, zeroHash } from '../client.ts'

describe('debug_getRawBlock', () => {
  it('gives header, transactions, uncles and withdrawals, by every name of a block', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    const raw = await devnet.ask('debug_getRawBlock', '0x1')
    const [header, transactions, uncles, withdrawals] = fromRlp(raw) as never[][]
    expect(keccak256(toRlp(header as never))).toBe(hash)
    const bytes = (raw.length - 2) / 2
    const { size, transactions: hashes } = await devnet.ask('eth_getBlockByHash', hash, false)
    expect(bytes).toBe(Number(size))
    expect(transactions?.map((each) => keccak256(each))).toEqual(hashes)
    expect([uncles, withdrawals]).toEqual([[], []])
    expect(await devnet.ask('debug_getRawBlock', 'latest')).toBe(raw)
    expect(await devnet.ask('debug_getRawBlock', hash)).toBe(raw)
    expect(await devnet.ask('debug_getRawBlock', { blockHash: hash })).toBe(raw)
  })

  it('has no bytes for a block that is not there or still open', async () => {
    await using devnet = await client()
    await twoSteps(devnet)
    expect(await devnet.ask('debug_getRawBlock', '0x9')).toBe('0x')
    expect(await devnet.refusal('debug_getRawBlock', zeroHash)).toEqual({
      code: -32000,
      message: `block ${zeroHash} not found`,
    })
    expect(await devnet.refusal('debug_getRawBlock', 'pending')).toEqual({
      code: -32000,
      message: 'pending block is not available',
    })
  })

  it('refuses what names no block', async () => {
    await using devnet = await client()
    expect(await devnet.refusal('debug_getRawBlock')).toEqual(missingArgument(0))
    expect(await devnet.refusal('debug_getRawBlock', '7')).toEqual(
      invalidArgument(
        0,
        'hex string without 0x prefix and none of latest, pending, safe, finalized, earliest, got "7"',
      ),
    )
  })
})
