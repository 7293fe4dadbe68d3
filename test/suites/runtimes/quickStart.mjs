import assert from 'node:assert/strict'
import { createDevnet } from 'preconf'
import { createWalletClient, custom, parseEther, publicActions } from 'viem'
import { basePreconf } from 'viem/chains'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const devnet = await createDevnet({ chainId: basePreconf.id, mining: 'manual' })
const client = createWalletClient({
  account: alice,
  chain: basePreconf,
  transport: custom(devnet.provider),
}).extend(publicActions)
await client.sendTransaction({ to: bob, value: parseEther('1') })
await devnet.flashblock()
assert.equal(await client.getBalance({ address: bob }), parseEther('10001'))
assert.equal(await client.getBalance({ address: bob, blockTag: 'latest' }), parseEther('10000'))
await devnet.seal()
assert.equal(await client.getBalance({ address: bob, blockTag: 'latest' }), parseEther('10001'))
await devnet.close()
