import { createDevnet } from 'preconf'
import { createWalletClient, custom, type Hex, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { basePreconf } from 'viem/chains'
import { expect, test } from 'vitest'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test("two sends within a flashblock collide, as Base's node does not count the pool", async () => {
  await using devnet = await createDevnet({
    chainId: basePreconf.id,
    mining: 'manual',
    compat: 'base',
  })
  const client = createWalletClient({
    account: privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex),
    chain: basePreconf,
    transport: custom(devnet.provider),
  }).extend(publicActions)
  const { address } = client.account
  const nonce = () => client.getTransactionCount({ address, blockTag: 'pending' })

  await client.sendTransaction({ to: bob, value: 1n })
  expect(await nonce()).toBe(0)
  await expect(client.sendTransaction({ to: bob, value: 2n, nonce: 0 })).rejects.toMatchObject({
    details: 'replacement transaction underpriced',
  })

  await devnet.flashblock()
  expect(await nonce()).toBe(1)
  await client.sendTransaction({ to: bob, value: 2n })
})
