import { keccak256 } from 'viem'
import { expect, it } from 'vitest'
import { client, invalidArgument, missingArgument } from '../client.ts'

it('hashes bytes', async () => {
  await using devnet = await client()
  for (const bytes of ['0x', '0x68656c6c6f'] as const) {
    expect(await devnet.ask('web3_sha3', bytes)).toBe(keccak256(bytes))
  }
})

it('refuses what are no bytes', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('web3_sha3')).toEqual(missingArgument(0))
  expect(await devnet.refusal('web3_sha3', 'hello')).toEqual(
    invalidArgument(0, 'hex string without 0x prefix, got "hello"'),
  )
})
