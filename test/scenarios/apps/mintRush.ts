import { parseAbi, parseEther, parseGwei } from 'viem'
import { type App, receiptWithin, type World } from './chain.ts'

const abi = parseAbi([
  'function mint() payable returns (uint256 id)',
  'function isOpen() view returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
])

/** Looks for the sale in sealed blocks, and pays the usual tip. */
async function careless(world: World): Promise<boolean> {
  await opened(world, 'latest')
  return minted(world, parseGwei('1'))
}

/** Looks for the sale in what is pre-confirmed, and pays more than the others do. */
async function careful(world: World): Promise<boolean> {
  await opened(world, 'pending')
  return minted(world, (await highestTip(world)) * 2n)
}

async function opened(
  { client, contracts, wait }: World,
  blockTag: 'latest' | 'pending',
): Promise<void> {
  const address = contracts.collectible as `0x${string}`
  const isOpen = () => client.readContract({ abi, address, functionName: 'isOpen', blockTag })
  while (!(await isOpen())) await wait(200)
}

/** The highest tip among the transactions that are pre-confirmed by now. */
async function highestTip({ client }: World): Promise<bigint> {
  const { transactions } = await client.getBlock({ blockTag: 'pending', includeTransactions: true })
  let highest = parseGwei('1')
  for (const { maxPriorityFeePerGas: tip = 0n } of transactions) {
    if (tip > highest) highest = tip
  }
  return highest
}

async function minted(world: World, tip: bigint): Promise<boolean> {
  const { client, contracts } = world
  const address = contracts.collectible as `0x${string}`
  const hash = await client.writeContract({
    abi,
    address,
    functionName: 'mint',
    value: parseEther('0.1'),
    // An estimate would fail once the others have all.
    gas: 200_000n,
    maxPriorityFeePerGas: tip,
    maxFeePerGas: tip + parseGwei('100'),
  })
  const receipt = await receiptWithin(world, hash, 30)
  return receipt?.status === 'success'
}

export const mintRush: App = { careless, careful }
