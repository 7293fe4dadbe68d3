import { expect, it } from 'vitest'
import { client, tooMany } from '../client.ts'

it.each(['evm_snapshot', 'anvil_snapshot', 'hardhat_snapshot'])(
  '%s names moments by counting',
  async (method) => {
    await using devnet = await client()
    expect(await devnet.ask(method)).toBe('0x1')
    expect(await devnet.ask(method)).toBe('0x2')
    expect(await devnet.refusal(method, 'here')).toEqual(tooMany(0))
  },
)
