import { parseAbi, parseEther, parseGwei } from 'viem'
import { describe, expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../src/index.ts'

const abi = parseAbi([
  'function swap(address tokenIn, uint256 amountIn, uint256 leastAmountOut, address to, uint256 deadline) returns (uint256)',
  'function quote(address tokenIn, uint256 amountIn) view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
])
const deadline = 2n ** 64n
const amount = parseEther('30000')

/** A chain with the exchange, on which bob is about to swap. */
async function market(options: object = {}) {
  const devnet = await createDevnet({
    clock: 'manual',
    mining: 'manual',
    fixture: 'fixtures/dex.yaml',
    ...options,
  })
  const { publicClient, walletClient } = await devnet.clients()
  const { accounts, contracts } = devnet.fixture as {
    accounts: Record<string, { address: `0x${string}` }>
    contracts: Record<string, { address: `0x${string}` }>
  }
  const [bob, dai, weth, exchange] = [
    accounts.bob?.address as `0x${string}`,
    ...['dai', 'weth', 'exchange'].map((name) => contracts[name]?.address as `0x${string}`),
  ] as [`0x${string}`, `0x${string}`, `0x${string}`, `0x${string}`]
  const quoted = await publicClient.readContract({
    address: exchange,
    abi,
    functionName: 'quote',
    args: [dai, amount],
  })
  const fees = { maxPriorityFeePerGas: parseGwei('1'), maxFeePerGas: parseGwei('50') }
  return {
    devnet,
    quoted,
    swapOf: (least: bigint) => ({
      account: bob,
      address: exchange,
      abi,
      functionName: 'swap' as const,
      args: [dai, amount, least, bob, deadline] as const,
      gas: 300_000n,
      ...fees,
    }),
    swap(least: bigint) {
      return walletClient.writeContract({ ...this.swapOf(least), chain: null })
    },
    ether: () =>
      publicClient.readContract({ address: weth, abi, functionName: 'balanceOf', args: [bob] }),
    walletClient,
    publicClient,
    [Symbol.asyncDispose]: () => devnet.close(),
  }
}

async function sealed(devnet: PreconfDevnet): Promise<readonly string[]> {
  const { transactions } = await devnet.seal()
  return transactions.map((transaction) =>
    typeof transaction === 'string' ? transaction : transaction.hash,
  )
}

describe('a sandwich', () => {
  test('stands around a swap without a limit, which gives less', async () => {
    await using market0 = await market()
    const { devnet, quoted, ether } = market0
    await devnet.searchers.start('sandwich')
    const before = await ether()
    const hash = await market0.swap(0n)
    const order = await sealed(devnet)
    const [state] = await devnet.searchers.list()
    const [front, back] = state?.sent ?? []
    expect(state).toMatchObject({ reason: undefined })
    expect(order).toEqual([front, hash, back])
    const gained = (await ether()) - before
    expect(gained).toBeLessThan((quoted * 95n) / 100n)
    for (const one of order) expect(devnet.transaction(one as `0x${string}`).status).toBe('sealed')
  })
})
