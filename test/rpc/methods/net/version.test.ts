import { expect, it } from 'vitest'
import { client } from '../client.ts'

it.each(['net_version', 'eth_networkId'])(
  '%s is the chain id as a decimal string',
  async (method) => {
    await using devnet = await client()
    expect(await devnet.ask(method)).toBe('31337')
  },
)
