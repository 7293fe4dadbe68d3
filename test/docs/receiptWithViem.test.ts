import { createDevnet } from 'preconf'
import { createWalletClient, http, publicActions } from 'viem'
import { basePreconf } from 'viem/chains'
import { expect, test, vi } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('viem has the receipt when the transaction is pre-confirmed, and when it is sealed', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id })
  const { url } = await devnet.listen({ port: 0 })
  const client = createWalletClient({
    account: alice,
    chain: basePreconf,
    transport: http(url),
  }).extend(publicActions)

  const hash = await client.sendTransaction({ to: bob, value: 1n })

  // Asks until there is an answer, every 50 ms.
  const patience = { timeout: 60_000 }
  const preconfirmed = await vi.waitFor(() => client.getTransactionReceipt({ hash }), patience)
  expect(preconfirmed.status).toBe('success')

  const sealed = await client.waitForTransactionReceipt({ hash, confirmations: 2 })
  expect(sealed).toMatchObject({ blockNumber: preconfirmed.blockNumber })
})
