import { createDevnet } from 'preconf'
import { createWalletClient, custom, parseEther, publicActions, zeroHash } from 'viem'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a transaction is pooled, pre-confirmed and sealed', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id, mining: 'manual' })
  const client = createWalletClient({
    account: alice,
    chain: basePreconf,
    transport: custom(devnet.provider),
  }).extend(publicActions)

  const hash = await client.sendTransaction({ to: bob, value: parseEther('1') })
  expect(devnet.transaction(hash)).toMatchObject({ status: 'pooled' })
  await expect(client.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
  expect(await client.getTransactionCount({ address: alice, blockTag: 'pending' })).toBe(1)

  await devnet.flashblock()
  expect(devnet.transaction(hash)).toMatchObject({ status: 'preconfirmed', flashblockIndex: 1 })
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({
    status: 'success',
    blockNumber: 1n,
    blockHash: zeroHash, // the block is not sealed
  })
  expect(await client.getBlockNumber()).toBe(0n)
  expect(await client.getTransactionCount({ address: alice, blockTag: 'latest' })).toBe(0)

  const block = await devnet.seal()
  expect(devnet.transaction(hash)).toMatchObject({ status: 'sealed', blockHash: block.hash })
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({ blockHash: block.hash })
  expect(await client.getTransactionCount({ address: alice, blockTag: 'latest' })).toBe(1)
})
