import { type Address, parseAbi, parseEther } from 'viem'
import { type App, receiptWithin, type World } from './chain.ts'

const abi = parseAbi([
  'function healthOf(address account) view returns (uint256)',
  'function debtOf(address account) view returns (uint256)',
  'function repay(uint256 most) returns (uint256 amount)',
  'function approve(address spender, uint256 value) returns (bool)',
  'event Liquidated(address indexed account, address indexed liquidator, uint256 cleared, uint256 seized)',
])

/** Looks at the loan once, when it is taken. */
async function careless(world: World): Promise<boolean> {
  await world.wait(10_000)
  const isSafe = (await health(world)) > parseEther('1.2')
  await world.wait(90_000)
  return isSafe && !(await isLiquidated(world))
}

/** Looks at the loan every second, and repays a part of it before it can be liquidated. */
async function careful(world: World): Promise<boolean> {
  const { client, contracts, wait } = world
  const { lender, dai } = contracts as Record<'lender' | 'dai', Address>
  await wait(5_000)
  await client.writeContract({
    abi,
    address: dai,
    functionName: 'approve',
    args: [lender, parseEther('30000')],
  })
  for (let second = 0; second < 95; second++) {
    if ((await health(world)) < parseEther('1.15')) {
      const hash = await client.writeContract({
        abi,
        address: lender,
        functionName: 'repay',
        args: [parseEther('4000')],
      })
      await receiptWithin(world, hash, 10)
    }
    await wait(1000)
  }
  return !(await isLiquidated(world))
}

function health({ client, contracts }: World): Promise<bigint> {
  const address = contracts.lender as Address
  const args = [client.account.address] as const
  return client.readContract({ abi, address, functionName: 'healthOf', args })
}

async function isLiquidated({ client, contracts }: World): Promise<boolean> {
  const address = contracts.lender as Address
  const logs = await client.getContractEvents({
    abi,
    address,
    eventName: 'Liquidated',
    fromBlock: 0n,
  })
  return logs.length > 0
}

export const depeg: App = { careless, careful }
