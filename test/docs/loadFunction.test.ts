import { BrowserProvider, ContractFactory, parseEther } from 'ethers'
import { createDevnet } from 'preconf'
import artifact from 'preconf/fixtures/Token.json' with { type: 'json' }
import { afterAll, expect, test } from 'vitest'

const devnet = await createDevnet({ mining: 'auto' })
afterAll(() => devnet.close())
const provider = new BrowserProvider(devnet.provider, devnet.chainId, { cacheTimeout: -1 })
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function deployToken() {
  const owner = await provider.getSigner(0)
  const factory = new ContractFactory<unknown[]>(artifact.abi, artifact.bytecode, owner)
  const token = await factory.deploy('USD Coin', 'USDC', 1000n)
  await token.waitForDeployment()
  return { token, owner }
}

test('a transfer takes from the owner', async () => {
  const { token, owner } = await devnet.loadFixture(deployToken)
  await token.getFunction('transfer')(bob, 10n)
  expect(await token.getFunction('balanceOf')(owner)).toBe(990n)
})

test('here the owner has all of it again', async () => {
  const { token, owner } = await devnet.loadFixture(deployToken)
  expect(await token.getFunction('balanceOf')(owner)).toBe(1000n)
})

test('one without a name has one in the call, and may load others', async () => {
  const { token, owner } = await devnet.loadFixture('bob has some', async () => {
    const deployed = await devnet.loadFixture(deployToken)
    await deployed.token.getFunction('transfer')(bob, 10n)
    await deployed.owner.sendTransaction({ to: bob, value: parseEther('1') })
    return deployed
  })
  expect(await token.getFunction('balanceOf')(owner)).toBe(990n)
  expect(await provider.getBalance(bob)).toBe(parseEther('10001'))
})
