import { expect, it } from 'vitest'
import { client, missingArgument, word } from '../client.ts'

it('preconf_explain says why a transaction is not included, in a word, a sentence and numbers', async () => {
  await using devnet = await client()
  const hash = await devnet.send({ to: devnet.accounts[1]?.address, gas: '0x5208', nonce: '0x2' })
  expect(await devnet.ask('preconf_explain', hash)).toEqual({
    hash,
    reason: 'nonceGap',
    message:
      'it has nonce 2, but its sender is at nonce 0 and no transaction with nonce 0 is in the pool; send that one first',
    details: { nonce: '0x2', accountNonce: '0x0', missingNonce: '0x0' },
  })
  expect(await devnet.ask('preconf_explain', word(1))).toMatchObject({
    hash: word(1),
    reason: 'unknown',
    details: {},
  })
})

it('refuses what is no hash', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('preconf_explain')).toEqual(missingArgument(0))
  expect(await devnet.refusal('preconf_explain', '0x12')).toEqual(
    await devnet.refusal('eth_getTransactionByHash', '0x12'),
  )
})
