import { recoverMessageAddress } from 'viem'
import { expect, it } from 'vitest'
import { account, client, invalidArgument } from '../client.ts'

it('signs what eth_sign signs, message first', async () => {
  await using devnet = await client()
  const signer = account(devnet, 1)
  const signature = await devnet.ask('personal_sign', '0xdeadbeef', signer)
  expect(signature).toBe(await devnet.ask('eth_sign', signer, '0xdeadbeef'))
  const found = await recoverMessageAddress({ message: { raw: '0xdeadbeef' }, signature })
  expect(found.toLowerCase()).toBe(signer)
  expect(await devnet.ask('personal_sign', '0xdeadbeef', signer, 'any')).toBe(signature)
})

it('signs for a locked account with its passphrase alone', async () => {
  await using devnet = await client()
  const locked = await devnet.ask('personal_newAccount', 'secret')
  expect(await devnet.refusal('personal_sign', '0x', locked)).toEqual({
    code: -32000,
    message: `authentication needed: password or unlock: account ${locked} is locked`,
  })
  expect(await devnet.refusal('personal_sign', '0x', locked, 'guess')).toEqual({
    code: -32000,
    message: `could not decrypt key with given password: account ${locked}`,
  })
  const signature = await devnet.ask('personal_sign', '0x', locked, 'secret')
  expect(await devnet.ask('personal_ecRecover', '0x', signature)).toBe(locked)
})

it('refuses text that is no hex', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('personal_sign', 'hello', account(devnet, 0))).toEqual(
    invalidArgument(0, 'hex string without 0x prefix, got "hello"'),
  )
})
