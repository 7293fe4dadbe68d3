import { createDevnet } from 'preconf'
import { createPublicClient, custom, parseAbi, parseEther } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function name() view returns (string)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

test('a token is where it is on mainnet, and its variables have the values that are wanted', async () => {
  await using devnet = await createDevnet({
    fixture: {
      accounts: { alice: {}, bob: {} },
      contracts: {
        dai: {
          artifact: 'preconf/fixtures/Token.json',
          at: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
          storage: {
            name: 'Dai Stablecoin',
            balanceOf: { alice: '5000 ether' },
            allowance: { alice: { bob: '70 ether' } },
          },
        },
      },
    },
  })
  const client = createPublicClient({ transport: custom(devnet.provider) })
  const { accounts, contracts } = devnet.fixture
  const [alice, bob] = [accounts.alice.address, accounts.bob.address]
  const dai = { abi, address: contracts.dai.address } as const

  expect(await client.readContract({ ...dai, functionName: 'name' })).toBe('Dai Stablecoin')
  const balance = await client.readContract({ ...dai, functionName: 'balanceOf', args: [alice] })
  expect(balance).toBe(parseEther('5000'))
  const allowance = { ...dai, functionName: 'allowance', args: [alice, bob] } as const
  expect(await client.readContract(allowance)).toBe(parseEther('70'))
})
