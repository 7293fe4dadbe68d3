import { createDevnet } from 'preconf'
import { createPublicClient, createWalletClient, custom, type Hex } from 'viem'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x00000000000000000000000000000000000ca201'

test('transactions are sealed in another order', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id, mining: 'manual' })
  const options = { chain: basePreconf, transport: custom(devnet.provider) }
  const wallet = createWalletClient(options)
  const client = createPublicClient(options)
  const first = await wallet.sendTransaction({ account: alice, to: carol, value: 1n })
  await devnet.flashblock()
  const second = await wallet.sendTransaction({ account: bob, to: carol, value: 1n })
  await devnet.flashblock()
  const index = async (hash: Hex) => (await client.getTransactionReceipt({ hash })).transactionIndex
  expect([await index(first), await index(second)]).toEqual([0, 1])

  devnet.faults.inject({ kind: 'reorderAtSeal', order: 'reverse' })
  const block = await devnet.seal()

  expect(block.transactions).toEqual([second, first])
  expect([await index(first), await index(second)]).toEqual([1, 0])
})
