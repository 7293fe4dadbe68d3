import { createDevnet, type LoadedContract } from 'preconf'
import { parseAbi, parseEther } from 'viem'
import { expect, test } from 'vitest'

const abi = parseAbi([
  'function swap(address tokenIn, uint256 amountIn, uint256 leastAmountOut, address to, uint256 deadline) returns (uint256)',
  'function quote(address tokenIn, uint256 amountIn) view returns (uint256)',
])

test.each([
  ['without a limit', 0n, 3],
  ['with a limit of 0.01 %', 9999n, 1],
])('a swap %s', async (_, share, transactions) => {
  await using devnet = await createDevnet({
    mining: 'manual',
    fixture: 'preconf/fixtures/dex.yaml',
  })
  const { publicClient, walletClient } = await devnet.clients()
  const { dai, exchange } = devnet.fixture.contracts as Record<string, LoadedContract>
  const [, bob = '0x'] = await walletClient.getAddresses()
  await devnet.searchers.start('sandwich')

  const [token, address] = [dai?.address ?? '0x', exchange?.address ?? '0x']
  const amount = parseEther('30000')
  const quote = { address, abi, functionName: 'quote', args: [token, amount] } as const
  const least = ((await publicClient.readContract(quote)) * share) / 10_000n
  await walletClient.writeContract({
    account: bob,
    address,
    abi,
    functionName: 'swap',
    args: [token, amount, least, bob, 2n ** 64n],
  })
  const block = await devnet.seal()
  expect(block.transactions).toHaveLength(transactions)
})
