import { type Hash, TransactionNotFoundError } from 'viem'
import { type App, receiptWithin, type World } from './chain.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Shows a spinner until there is a receipt. */
async function careless(world: World): Promise<boolean> {
  const hash = await world.client.sendTransaction({ to: bob, value: 1n })
  const receipt = await receiptWithin(world, hash, 300)
  return receipt !== undefined
}

/** Looks whether the transaction still waits, and sends it again with the same nonce when it is gone. */
async function careful(world: World): Promise<boolean> {
  const { client } = world
  const nonce = await client.getTransactionCount({ address: client.account.address })
  const payment = { to: bob, value: 1n, nonce } as const
  let hash = await client.sendTransaction(payment)
  for (let attempt = 0; attempt < 10; attempt++) {
    if ((await receiptWithin(world, hash, 30)) !== undefined) return true
    if (await isGone(world, hash)) hash = await client.sendTransaction(payment)
  }
  return false
}

async function isGone({ client }: World, hash: Hash): Promise<boolean> {
  const found = await client.getTransaction({ hash }).catch((error) => {
    if (error instanceof TransactionNotFoundError) return undefined
    throw error
  })
  return found === undefined
}

export const stuck: App = { careless, careful }
