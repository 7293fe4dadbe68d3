import { privateKeyToAddress } from 'viem/accounts'
import { expect, it } from 'vitest'
import { account, client, word } from '../client.ts'

it.each([
  ['with', word(0xbeef)],
  ['without', word(0xbeef).slice(2)],
])('adds a key %s 0x, locked', async (_, key) => {
  await using devnet = await client()
  const address = privateKeyToAddress(word(0xbeef)).toLowerCase()
  expect(await devnet.ask('personal_importRawKey', key, 'secret')).toBe(address)
  expect(await devnet.refusal('eth_sign', address, '0x')).toMatchObject({
    message: expect.stringContaining('authentication needed: password or unlock'),
  })
})

it('refuses a key twice, and what is no key', async () => {
  await using devnet = await client()
  const { privateKey } = devnet.accounts[0] as { privateKey: string }
  expect(await devnet.refusal('personal_importRawKey', privateKey, '')).toEqual({
    code: -32000,
    message: `account already exists: ${account(devnet, 0)}`,
  })
  expect(await devnet.refusal('personal_importRawKey', word(0), '')).toMatchObject({
    code: -32000,
    message: expect.stringContaining('invalid private key'),
  })
  expect(await devnet.refusal('personal_importRawKey', '0x1234', '')).toMatchObject({
    code: -32602,
  })
})
