import { BaseError, InsufficientFundsError } from 'viem'
import { estimateL1Fee } from 'viem/op-stack'
import { type App, receiptWithin, type World } from './chain.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const gas = 21_000n

/** A transfer of all there is, as a wallet shows it for a confirmation. */
interface Offer {
  readonly value: bigint
  readonly maxFeePerGas: bigint
}

/** Sends what it has offered half a minute before. */
async function careless(world: World): Promise<boolean> {
  const offer = await offered(world)
  await world.wait(30_000)
  return sends(world, offer)
}

/** Asks for the fees again when the user has confirmed. */
async function careful(world: World): Promise<boolean> {
  await offered(world)
  await world.wait(30_000)
  return sends(world, await offered(world))
}

/** The balance without what L2 can take for the gas, and without L1's fee and a tenth more of it. */
async function offered({ client }: World): Promise<Offer> {
  const { address } = client.account
  const balance = await client.getBalance({ address })
  const { maxFeePerGas } = await client.estimateFeesPerGas()
  const l1Fee = await estimateL1Fee(client, { account: address, to: bob, value: balance / 2n })
  return { value: balance - gas * maxFeePerGas - (l1Fee * 11n) / 10n, maxFeePerGas }
}

async function sends(world: World, { value, maxFeePerGas }: Offer): Promise<boolean> {
  try {
    const fees = { maxFeePerGas, maxPriorityFeePerGas: 0n }
    const hash = await world.client.sendTransaction({ to: bob, value, gas, ...fees })
    return (await receiptWithin(world, hash, 30))?.status === 'success'
  } catch (error) {
    if (isUnfunded(error)) return false
    throw error
  }
}

function isUnfunded(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  return error.walk((cause) => cause instanceof InsufficientFundsError) !== null
}

export const l1Fees: App = { careless, careful }
