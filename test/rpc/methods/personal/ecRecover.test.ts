import { expect, it } from 'vitest'
import { account, client, word } from '../client.ts'

it('finds the signer of a message', async () => {
  await using devnet = await client()
  const signature = await devnet.ask('personal_sign', '0xdeadbeef', account(devnet, 1))
  expect(await devnet.ask('personal_ecRecover', '0xdeadbeef', signature)).toBe(account(devnet, 1))
  expect(await devnet.ask('personal_ecRecover', '0xdeadbeee', signature)).not.toBe(
    account(devnet, 1),
  )
})

it('refuses what is no signature', async () => {
  await using devnet = await client()
  const refusal = (signature: string) => devnet.refusal('personal_ecRecover', '0x', signature)
  expect(await refusal('0x1234')).toEqual({
    code: -32602,
    message: 'signature must be 65 bytes long, not 2',
  })
  expect(await refusal(`${word(1)}${word(1).slice(2)}00`)).toEqual({
    code: -32602,
    message: 'invalid Ethereum signature (V is not 27 or 28)',
  })
})
