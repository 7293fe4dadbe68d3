import { devnetTest } from 'preconf/vitest'
import { type Address, erc20Abi, parseEther } from 'viem'
import { bob } from './token'

// The chain begins with what the file says.
const test = devnetTest({ fixture: new URL('./gold.yaml', import.meta.url).pathname })

test('a chain begins with what its fixture says', async ({ chain, publicClient, expect }) => {
  const address = chain.fixture.contracts.gold?.address as Address
  const balance = await publicClient.readContract({
    address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [bob],
  })
  expect(balance).toBe(parseEther('250'))
})
