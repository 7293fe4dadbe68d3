import { createDevnet } from 'preconf'
import { createPublicClient, createWalletClient, custom } from 'viem'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x00000000000000000000000000000000000ca201'

test('the last flashblocks miss the block', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id, mining: 'manual' })
  const options = { chain: basePreconf, transport: custom(devnet.provider) }
  const wallet = createWalletClient(options)
  const client = createPublicClient(options)
  const early = await wallet.sendTransaction({ account: alice, to: carol, value: 1n })
  await devnet.flashblock()
  const late = await wallet.sendTransaction({ account: bob, to: carol, value: 10n })
  await devnet.flashblock()
  expect(await client.getBalance({ address: carol })).toBe(11n)

  devnet.faults.inject({ kind: 'sealWithoutFlashblocks', count: 1 })
  const block = await devnet.seal()

  expect(block.transactions).toEqual([early])
  expect(await client.getBalance({ address: carol })).toBe(1n)
  expect(devnet.transaction(late)).toMatchObject({ status: 'pooled' })

  await devnet.flashblock() // of the next block
  expect(devnet.transaction(late)).toMatchObject({ status: 'preconfirmed', blockNumber: 2n })
})
