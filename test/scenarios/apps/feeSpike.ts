import type { Hash } from 'viem'
import { type App, receiptWithin, type World } from './chain.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Signs with the fees of one moment, and sends when the user has confirmed half a minute later. */
async function careless(world: World): Promise<boolean> {
  const { client, wait } = world
  const fees = await client.estimateFeesPerGas()
  await wait(30_000)
  const hash = await client.sendTransaction({ to: bob, value: 1n, ...fees })
  return (await receiptWithin(world, hash, 40)) !== undefined
}

/** Sends it again with the same nonce and higher fees, while it is in no block. */
async function careful(world: World): Promise<boolean> {
  const { client, wait } = world
  let fees = await client.estimateFeesPerGas()
  await wait(30_000)
  const nonce = await client.getTransactionCount({ address: client.account.address })
  const hashes: Hash[] = []
  for (let attempt = 0; attempt < 8; attempt++) {
    hashes.push(await client.sendTransaction({ to: bob, value: 1n, nonce, ...fees }))
    for (const hash of hashes) {
      if ((await receiptWithin(world, hash, 2)) !== undefined) return true
    }
    const now = await client.estimateFeesPerGas()
    // A replacement has to pay at least a tenth more of both.
    fees = {
      maxFeePerGas: higher(2n * now.maxFeePerGas, (fees.maxFeePerGas * 12n) / 10n),
      maxPriorityFeePerGas: 2n * fees.maxPriorityFeePerGas,
    }
  }
  return false
}

function higher(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

export const feeSpike: App = { careless, careful }
