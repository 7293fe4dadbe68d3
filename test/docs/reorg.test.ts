import { createDevnet } from 'preconf'
import { createWalletClient, custom, type Hex, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

const carol = '0x00000000000000000000000000000000000ca201'

test('a sealed block is replaced by another', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id, mining: 'manual' })
  const client = createWalletClient({
    account: privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex),
    chain: basePreconf,
    transport: custom(devnet.provider),
  }).extend(publicActions)
  const request = await client.prepareTransactionRequest({ to: carol, value: 1n })
  const other = await client.signTransaction({ ...request, value: 2n })
  const hash = await client.sendTransaction(request)
  const old = await devnet.seal()

  const { removed, added } = await devnet.reorg({ depth: 1, transactions: [{ raw: other }] })

  expect(removed).toMatchObject([{ number: 1n, hash: old.hash }])
  expect(added).toMatchObject([{ number: 1n, timestamp: old.timestamp }])
  await expect(client.getBlock({ blockHash: old.hash })).rejects.toThrow('could not be found')
  await expect(client.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
  expect(await client.getBalance({ address: carol })).toBe(2n)
  expect(devnet.transaction(hash)).toMatchObject({ status: 'dropped', reason: 'reorged' })
})
