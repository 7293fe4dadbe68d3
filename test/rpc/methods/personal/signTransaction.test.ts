import { recoverTransactionAddress } from 'viem'
import { expect, it } from 'vitest'
import { account, client } from '../client.ts'

it('signs for a locked account with its passphrase, and sends nothing', async () => {
  await using devnet = await client()
  const from = await devnet.ask('personal_newAccount', 'secret')
  const request = { from, to: account(devnet, 1), gas: '0x5208' }
  const serializedTransaction = await devnet.ask('personal_signTransaction', request, 'secret')
  const signer = await recoverTransactionAddress({ serializedTransaction })
  expect(signer.toLowerCase()).toBe(from)
  expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  expect(await devnet.refusal('personal_signTransaction', request, 'guess')).toEqual({
    code: -32000,
    message: `could not decrypt key with given password: account ${from}`,
  })
})

it('shows the transaction beside its bytes where geth is stood for', async () => {
  await using devnet = await client({ compat: 'geth' })
  const request = { from: account(devnet, 0), to: account(devnet, 1), value: '0x5' }
  const { raw, tx } = await devnet.ask('personal_signTransaction', request, 'any')
  expect(tx).toMatchObject({ ...request, nonce: '0x0', blockHash: null })
  expect(await devnet.ask('eth_sendRawTransaction', raw)).toBe(tx.hash)
})
