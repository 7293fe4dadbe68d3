import { type Address, parseAbi, parseEther } from 'viem'
import { type App, receiptWithin, type World } from './chain.ts'

const abi = parseAbi([
  'function quote(address tokenIn, uint256 amountIn) view returns (uint256 amountOut)',
  'function swap(address tokenIn, uint256 amountIn, uint256 leastAmountOut, address to, uint256 deadline) returns (uint256 amountOut)',
  'function balanceOf(address account) view returns (uint256)',
])
const amountIn = parseEther('20000')

/** Swaps at whatever price there is. */
async function careless(world: World): Promise<boolean> {
  return swapsWell(world, () => 0n)
}

/** Takes no less than 99.5 % of what was quoted. */
async function careful(world: World): Promise<boolean> {
  return swapsWell(world, (quoted) => (quoted * 995n) / 1000n)
}

/** Whether the user has got, or not given, what they were shown. */
async function swapsWell(world: World, leastOf: (quoted: bigint) => bigint): Promise<boolean> {
  const { client, contracts, wait } = world
  const { dai, weth, exchange } = contracts as Record<'dai' | 'weth' | 'exchange', Address>
  const user = client.account.address
  await wait(5_000)
  const balance = () =>
    client.readContract({ abi, address: weth, functionName: 'balanceOf', args: [user] })
  const before = await balance()
  const quoted = await client.readContract({
    abi,
    address: exchange,
    functionName: 'quote',
    args: [dai, amountIn],
  })
  const args = [dai, amountIn, leastOf(quoted), user, 2n ** 64n] as const
  const hash = await client.writeContract({
    abi,
    address: exchange,
    functionName: 'swap',
    args,
    gas: 300_000n,
  })
  const receipt = await receiptWithin(world, hash, 30)
  const got = (await balance()) - before
  return receipt?.status === 'reverted' || got >= (quoted * 995n) / 1000n
}

export const sandwich: App = { careless, careful }
