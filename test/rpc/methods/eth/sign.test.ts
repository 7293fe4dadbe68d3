import { recoverMessageAddress } from 'viem'
import { expect, it } from 'vitest'
import { account, client, invalidArgument, missingArgument } from '../client.ts'

const unknown = `0x${'c0'.repeat(20)}`

it('signs with the prefix of messages', async () => {
  await using devnet = await client()
  const signature = await devnet.ask('eth_sign', account(devnet, 1), '0xdeadbeef')
  const signer = await recoverMessageAddress({ message: { raw: '0xdeadbeef' }, signature })
  expect(signer.toLowerCase()).toBe(account(devnet, 1))
})

it('refuses an account without key and what is no message', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('eth_sign', unknown, '0x')).toEqual({
    code: -32602,
    message: `No Signer available: unknown account ${unknown}`,
  })
  expect(await devnet.refusal('eth_sign', account(devnet, 0), 'hello')).toEqual(
    invalidArgument(1, 'hex string without 0x prefix, got "hello"'),
  )
  expect(await devnet.refusal('eth_sign', account(devnet, 0))).toEqual(missingArgument(1))
})
