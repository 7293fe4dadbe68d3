import { type App, receiptWithin, type World } from './chain.ts'

const shop = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const price = 10n ** 18n

/** Delivers when the payment is in a block. */
async function careless(world: World): Promise<boolean> {
  const { client } = world
  const before = await client.getBalance({ address: shop })
  const hash = await client.sendTransaction({ to: shop, value: price })
  const receipt = await receiptWithin(world, hash, 60)
  const isDelivered = receipt?.status === 'success'
  await world.wait(30_000)
  const isPaid = (await client.getBalance({ address: shop })) === before + price
  return isDelivered && isPaid
}

/** Delivers when five more blocks stand on the payment's, and looks at the receipt again until then. */
async function careful(world: World): Promise<boolean> {
  const { client, wait } = world
  const before = await client.getBalance({ address: shop })
  let hash = await client.sendTransaction({ to: shop, value: price })
  let confirmations = 0n
  for (let second = 0; second < 120 && confirmations < 5n; second++) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => undefined)
    const head = await client.getBlockNumber({ cacheTime: 0 })
    confirmations = receipt === undefined ? 0n : head - receipt.blockNumber
    const waits = await client.getTransaction({ hash }).catch(() => undefined)
    if (waits === undefined) hash = await client.sendTransaction({ to: shop, value: price })
    await wait(1000)
  }
  const isDelivered = confirmations >= 5n
  await wait(30_000)
  const isPaid = (await client.getBalance({ address: shop })) === before + price
  return isDelivered && isPaid
}

export const reorg: App = { careless, careful }
