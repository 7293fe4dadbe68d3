import { createDevnet } from 'preconf'
import { createWalletClient, custom, parseEther, publicActions } from 'viem'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a pre-confirmed transaction is not in the sealed block', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id, mining: 'manual' })
  const client = createWalletClient({
    account: alice,
    chain: basePreconf,
    transport: custom(devnet.provider),
  }).extend(publicActions)
  const nonce = () => client.getTransactionCount({ address: alice, blockTag: 'pending' })

  const hash = await client.sendTransaction({ to: bob, value: parseEther('1') })
  await devnet.flashblock()
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  expect(await nonce()).toBe(1)

  devnet.faults.inject({ kind: 'dropAtSeal', transaction: hash })
  const block = await devnet.seal()

  expect(block.transactions).toEqual([])
  await expect(client.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
  await expect(client.getTransaction({ hash })).rejects.toThrow('could not be found')
  expect(await nonce()).toBe(0)
  expect(await client.getBalance({ address: bob })).toBe(parseEther('10000'))
  expect(devnet.transaction(hash)).toMatchObject({ status: 'dropped', reason: 'fault' })
})
