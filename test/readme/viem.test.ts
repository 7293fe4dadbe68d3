import { createDevnet } from 'preconf'
import { createWalletClient, custom, parseEther, publicActions } from 'viem'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

// The first two accounts of the mnemonic test … junk.
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('a transfer is pre-confirmed, then sealed', async () => {
  await using devnet = await createDevnet({ chainId: basePreconf.id, mining: 'manual' })
  const client = createWalletClient({
    account: alice,
    chain: basePreconf,
    transport: custom(devnet.provider),
  }).extend(publicActions)

  await client.sendTransaction({ to: bob, value: parseEther('1') })
  expect(await client.getBalance({ address: bob })).toBe(parseEther('10000'))

  await devnet.flashblock() // what happens every 200 ms when it runs by itself
  // On a chain with pre-confirmations, viem reads the pending block.
  expect(await client.getBalance({ address: bob })).toBe(parseEther('10001'))
  expect(await client.getBalance({ address: bob, blockTag: 'latest' })).toBe(parseEther('10000'))

  await devnet.seal() // … and every 2 s
  expect(await client.getBalance({ address: bob, blockTag: 'latest' })).toBe(parseEther('10001'))
})
