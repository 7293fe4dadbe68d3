import { createDevnet } from 'preconf'
import { createWalletClient, custom, type Hex, keccak256, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

const carol = '0x00000000000000000000000000000000000ca201'

test('another transaction with the same nonce is sealed', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id, mining: 'manual' })
  const client = createWalletClient({
    account: privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex),
    chain: basePreconf,
    transport: custom(devnet.provider),
  }).extend(publicActions)
  const request = await client.prepareTransactionRequest({ to: carol, value: 1n })
  const other = await client.signTransaction({ ...request, value: 2n })
  const hash = await client.sendTransaction(request)
  await devnet.flashblock()
  expect(await client.getBalance({ address: carol })).toBe(1n)

  devnet.faults.inject({ kind: 'replaceAtSeal', transaction: hash, with: other })
  const block = await devnet.seal()

  expect(block.transactions).toEqual([keccak256(other)])
  expect(await client.getBalance({ address: carol })).toBe(2n)
  await expect(client.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
})
