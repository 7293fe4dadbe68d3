import { describe, expect, it } from 'vitest'
import { client, missingArgument, twoSteps, zeroHash } from '../client.ts'

describe('eth_getHeaderByNumber', () => {
  it('is the block without its body', async () => {
    await using devnet = await client()
    await twoSteps(devnet)
    const { transactions, uncles, withdrawals, size, ...header } = await devnet.ask(
      'eth_getBlockByNumber',
      '0x1',
      false,
    )
    expect(transactions).toHaveLength(3)
    expect([uncles, withdrawals, size]).not.toContain(undefined)
    expect(await devnet.ask('eth_getHeaderByNumber', '0x1')).toEqual(header)
  })

  it('tells at pending what is known of the open block', async () => {
    await using devnet = await client()
    await twoSteps(devnet)
    const header = await devnet.ask('eth_getHeaderByNumber', 'pending')
    const block = await devnet.ask('eth_getBlockByNumber', 'pending', false)
    expect(header).toMatchObject({ number: '0x2', hash: zeroHash, stateRoot: zeroHash })
    expect(header.gasUsed).not.toBe('0x0')
    expect(block).toMatchObject(header)
  })

  it('is null where there is no block, and refuses a call without one', async () => {
    await using devnet = await client()
    expect(await devnet.ask('eth_getHeaderByNumber', '0x9')).toBeNull()
    expect(await devnet.refusal('eth_getHeaderByNumber')).toEqual(missingArgument(0))
  })
})
