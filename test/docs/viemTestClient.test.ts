import { createDevnet } from 'preconf'
import { createTestClient, custom, parseEther, publicActions, walletActions } from 'viem'
import { foundry } from 'viem/chains'
import { expect, test } from 'vitest'

const whale = '0x00000000000000000000000000000000000000aa'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test("viem's test client, without a server", async () => {
  await using devnet = await createDevnet({ mining: 'auto' })
  const client = createTestClient({
    mode: 'anvil',
    chain: foundry,
    transport: custom(devnet.provider), // was http()
  })
    .extend(publicActions)
    .extend(walletActions)

  const id = await client.snapshot()
  await client.setBalance({ address: whale, value: parseEther('1000') })
  await client.impersonateAccount({ address: whale })
  await client.sendTransaction({ account: whale, to: bob, value: parseEther('500') })
  expect(await client.getBalance({ address: bob })).toBe(parseEther('10500'))

  await client.increaseTime({ seconds: 86_400 })
  await client.mine({ blocks: 10, interval: 60 })
  expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(11n)

  await client.revert({ id })
  expect(await client.getBalance({ address: bob })).toBe(parseEther('10000'))
})
