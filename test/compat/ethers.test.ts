import {
  BrowserProvider,
  Contract,
  ContractFactory,
  JsonRpcProvider,
  Wallet,
  WebSocketProvider,
} from 'ethers'
import { expect, test } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { type Way, ways } from '../support/clients.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'

const bob = '0x00000000000000000000000000000000000000b0'

async function providerTo(devnet: PreconfDevnet, way: Way) {
  const options = { cacheTimeout: -1, polling: true, pollingInterval: 20 }
  if (way === 'in process') return new BrowserProvider(devnet.provider, undefined, options)
  const { url, webSocketUrl } = await devnet.listen({ port: 0 })
  return way === 'HTTP'
    ? new JsonRpcProvider(url, undefined, options)
    : new WebSocketProvider(webSocketUrl, undefined, options)
}

test.each(ways)('%s: ethers deploys a token, transfers and waits', async (way) => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const provider = await providerTo(devnet, way)
  const signer = new Wallet(devnet.accounts[0]?.privateKey as string, provider)
  const factory = new ContractFactory(tokenAbi, tokenBytecode, signer)
  const deployed = await factory.deploy('Test', 'TST', 1_000n)
  await deployed.waitForDeployment()
  const token = new Contract(await deployed.getAddress(), tokenAbi, signer)
  const sent = await token.getFunction('transfer')(bob, 7n)
  const receipt = await sent.wait()
  expect(receipt).toMatchObject({ status: 1, blockNumber: 2 })
  expect(await token.getFunction('balanceOf')(bob)).toBe(7n)
  const events = await token.queryFilter('Transfer', 2)
  expect(events).toHaveLength(1)
  provider.destroy()
})

test('ethers sends from an account of the node', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const provider = await providerTo(devnet, 'HTTP')
  const signer = await provider.getSigner(1)
  const sent = await signer.sendTransaction({ to: bob, value: 9n })
  await sent.wait()
  expect(await provider.getBalance(bob)).toBe(9n)
  provider.destroy()
})

test('wait() ends at the pre-confirmation when the receipt is there at the first look', async () => {
  await using devnet = await testDevnet()
  const provider = await providerTo(devnet, 'in process')
  const signer = new Wallet(devnet.accounts[0]?.privateKey as string, provider)
  const sent = await signer.sendTransaction({ to: bob, value: 1n })
  await devnet.flashblock()
  expect(await sent.wait()).toMatchObject({ status: 1, blockNumber: 1 })
  expect(await provider.getBlockNumber()).toBe(0)
  provider.destroy()
})

test('reasons and custom errors of reverts are decoded', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const provider = await providerTo(devnet, 'HTTP')
  const signer = new Wallet(devnet.accounts[0]?.privateKey as string, provider)
  const deployed = await new ContractFactory(tokenAbi, tokenBytecode, signer).deploy('T', 'T', 1n)
  const token = new Contract(await deployed.getAddress(), tokenAbi, signer)
  await expect(token.getFunction('fail').staticCall()).rejects.toMatchObject({
    code: 'CALL_EXCEPTION',
    reason: 'this always fails',
  })
  await expect(token.getFunction('transfer').staticCall(bob, 2n)).rejects.toMatchObject({
    code: 'CALL_EXCEPTION',
    revert: { name: 'InsufficientBalance' },
  })
  provider.destroy()
})
