import { devnetTest } from 'preconf/vitest'
import { type Address, erc20Abi, parseEther } from 'viem'

// Executed once for all runs, while the cache has it.
const test = devnetTest({ fixture: 'preconf/fixtures/dex.yaml' })

test('bob has what the fixture says', async ({ chain, publicClient, expect }) => {
  const { accounts, contracts } = chain.fixture
  const balance = await publicClient.readContract({
    address: contracts.dai?.address as Address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [accounts.bob?.address as Address],
  })
  expect(balance).toBe(parseEther('30000'))
})
