import { describe, expect, it } from 'vitest'
import { account, client, invalidArgument, tooMany } from '../client.ts'

describe('evm_mine', () => {
  it('seals a block with what the pool holds', async () => {
    await using devnet = await client()
    const hash = await devnet.send({ to: account(devnet, 1) })
    expect(await devnet.ask('evm_mine')).toBe('0x0')
    expect(await devnet.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
      number: '0x1',
      transactions: [hash],
    })
  })

  it.each([
    ['a number', (time: number) => time],
    ['hex', (time: number) => `0x${time.toString(16)}`],
    ['an object', (time: number) => ({ timestamp: time })],
  ])('seals a block at a time given as %s', async (_name, form) => {
    await using devnet = await client()
    const { timestamp } = await devnet.seal()
    const later = Number(timestamp) + 1000
    await devnet.ask('evm_mine', form(later))
    expect(await devnet.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
      number: '0x2',
      timestamp: `0x${later.toString(16)}`,
    })
  })

  it('seals several blocks', async () => {
    await using devnet = await client()
    expect(await devnet.ask('evm_mine', { blocks: 5 })).toBe('0x0')
    expect(await devnet.ask('eth_blockNumber')).toBe('0x5')
    await devnet.ask('evm_mine', { blocks: '0x2' })
    expect(await devnet.ask('eth_blockNumber')).toBe('0x7')
  })

  it('refuses a time that has passed, and parameters that are none', async () => {
    await using devnet = await client()
    const { timestamp } = await devnet.seal()
    expect((await devnet.refusal('evm_mine', Number(timestamp) - 1)).code).toBe(-32602)
    expect(await devnet.refusal('evm_mine', 'soon')).toEqual(
      invalidArgument(0, 'hex string without 0x prefix, got "soon"'),
    )
    expect(await devnet.refusal('evm_mine', { blocks: 2 ** 31 })).toEqual(
      invalidArgument(0, 'blocks: expected a number below 2^31, got 2147483648'),
    )
    expect(await devnet.refusal('evm_mine', { blocks: -1 })).toMatchObject({ code: -32602 })
    expect(await devnet.refusal('evm_mine', 1, 2)).toEqual(tooMany(1))
    expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
  })
})
