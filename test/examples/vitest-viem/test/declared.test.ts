import { devnetTest } from 'preconf/vitest'
import { type Address, erc20Abi, parseEther } from 'viem'

// The chain begins with what the file says: an exchange of two tokens, and accounts that have some.
const test = devnetTest({ fixture: 'preconf/fixtures/dex.yaml' })

test('a chain begins with what its fixture says', async ({ chain, publicClient, expect }) => {
  const { accounts, contracts } = chain.fixture
  const balance = await publicClient.readContract({
    address: contracts.dai?.address as Address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [accounts.bob?.address as Address],
  })
  expect(balance).toBe(parseEther('30000'))
})
