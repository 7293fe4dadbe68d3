import { createDevnet } from 'preconf'
import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('the answer to a transaction is lost, so the client does not know whether it arrived', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id, mining: 'manual' })
  const { url } = await devnet.listen({ port: 0 })
  const client = createWalletClient({
    account: privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex),
    chain: basePreconf,
    transport: http(url, { retryCount: 0 }),
  }).extend(publicActions)
  const request = await client.prepareTransactionRequest({ to: bob, value: 1n })
  const serializedTransaction = await client.signTransaction(request)

  devnet.faults.inject({
    kind: 'disconnect',
    lost: 'answer',
    method: 'eth_sendRawTransaction',
    times: 1,
  })
  const send = () => client.sendRawTransaction({ serializedTransaction })
  await expect(send()).rejects.toMatchObject({ name: 'HttpRequestError' })
  await expect(send()).rejects.toMatchObject({ details: 'already known' })
  expect((await devnet.flashblock()).transactions).toHaveLength(1)
})
