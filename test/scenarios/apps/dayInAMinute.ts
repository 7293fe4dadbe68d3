import type { App, World } from './chain.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const day = 24n * 60n * 60n

/** Charges a subscription once a day, which it takes for 43,200 blocks of two seconds. */
async function careless(world: World): Promise<boolean> {
  return charges(world, ({ number }) => number / (day / 2n))
}

/** Charges it once a day by the time of the blocks. */
async function careful(world: World): Promise<boolean> {
  return charges(world, ({ timestamp }) => timestamp / day)
}

/** Looks at the chain for a minute, and whether there was one payment, and with it one day. */
async function charges(
  { client, wait }: World,
  periodOf: (block: { number: bigint; timestamp: bigint }) => bigint,
): Promise<boolean> {
  let period = periodOf(await client.getBlock())
  let payments = 0
  for (let second = 0; second < 65; second++) {
    const current = periodOf(await client.getBlock())
    if (current > period) {
      await client.sendTransaction({ to: bob, value: 1n })
      payments++
    }
    period = current
    await wait(1000)
  }
  return payments === 1
}

export const dayInAMinute: App = { careless, careful }
