import assert from 'node:assert/strict'
import { createDevnet } from 'preconf'
import { erc20Abi, maxUint256, parseAbi, parseEther } from 'viem'
import { expect, test } from 'vitest'

const exchangeAbi = parseAbi([
  'error SlippageExceeded(uint256 amountOut, uint256 leastAmountOut)',
  'function quote(address tokenIn, uint256 amountIn) view returns (uint256)',
  'function swap(address tokenIn, uint256 amountIn, uint256 least, address to, uint256 deadline)',
])

test('bob swaps a WETH for DAI, for no less than the quote', async () => {
  await using devnet = await createDevnet({ fixture: 'preconf/fixtures/dex.yaml', mining: 'auto' })
  const { dai, weth, exchange } = devnet.fixture.contracts
  const { bob } = devnet.fixture.accounts
  assert(dai && weth && exchange && bob)
  const { publicClient, walletClient } = await devnet.clients()
  const balance = { ...dai, abi: erc20Abi, functionName: 'balanceOf', args: [bob.address] } as const
  const swapped = { address: exchange.address, abi: exchangeAbi } as const
  const given = [weth.address, parseEther('1')] as const

  // One call, by the Multicall3 that is at its usual address.
  const [before, quoted] = await publicClient.multicall({
    contracts: [balance, { ...swapped, functionName: 'quote', args: given }],
    allowFailure: false,
  })
  const swap = (least: bigint) =>
    publicClient.simulateContract({
      ...swapped,
      account: bob.address,
      functionName: 'swap',
      args: [...given, least, bob.address, maxUint256],
    })
  await expect(swap(quoted + 1n)).rejects.toThrow('SlippageExceeded')
  const { request } = await swap(quoted)
  await walletClient.writeContract(request)
  expect(await publicClient.readContract(balance)).toBe(before + quoted)
})
