import { createDevnet, fixture } from 'preconf'
import token from 'preconf/fixtures/Token.json' with { type: 'json' }
import { getContract, type Hex, parseAbi } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'

const abi = parseAbi([
  'constructor(string name, string symbol, uint256 supply)',
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
])
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const deployed = fixture(async ({ devnet }) => {
  const { walletClient, publicClient } = await devnet.clients()
  const hash = await walletClient.deployContract({
    abi,
    bytecode: token.bytecode as Hex,
    args: ['USD Coin', 'USDC', 1_000_000n],
  })
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
  return { address: contractAddress as Hex, abi }
})

const chain = await createDevnet({ mining: 'auto' })
afterAll(() => chain.close())

describe.concurrent('each test has the token on a chain of its own', () => {
  for (const value of [1n, 20n, 300n]) {
    test(`after a transfer of ${value} bob has ${value}`, async () => {
      await using devnet = await chain.fork()
      const { walletClient } = await devnet.clients()
      const usdc = getContract({ ...(await devnet.loadFixture(deployed)), client: walletClient })

      await usdc.write.transfer([bob, value])
      expect(await usdc.read.balanceOf([bob])).toBe(value)
    })
  }
})
