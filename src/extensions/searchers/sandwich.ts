import type { Devnet } from '../../devnet/devnet.ts'
import { feeCapsOf } from '../../execution/rules/fees.ts'
import { bytesToHex } from '../../lib/hex.ts'
import type { BackrunOptions, SandwichOptions } from '../../types/searcher.ts'
import type { SignedTransaction } from '../../types/transaction.ts'
import type { Bot, Fees } from './bot.ts'
import {
  amountOut,
  type Pool,
  type Pools,
  type Reserves,
  type Swap,
  seenFrom,
  swapSteps,
} from './pools.ts'
import { callsUpTo, nextContext, simulate } from './simulation.ts'

/** What a searcher works with. */
export interface SearcherDeps {
  readonly devnet: Devnet
  readonly bot: Bot
  readonly pools: Pools
}

/** Why nothing was sent; none: something was. */
export type Reason = string | undefined

/** Parts of amounts are in millionths. */
const million = 1_000_000n

/** How finely the amount to buy for is searched, as millionths of the largest one. */
const sizes = Array.from({ length: 36 }, (_, step) => BigInt(Math.round(1e6 * 1.35 ** -step)))

/** A swap moves the price too little for a profit unless it is this many times the fee of the pool. */
const leastImpact = 3n

function part(share: number): bigint {
  return BigInt(Math.round(share * 1e6))
}

/** Answers a swap: buys before it what it buys, and sells that after it. */
export async function sandwich(
  { devnet, bot, pools }: SearcherDeps,
  { minProfit = 0.0005, maxPart = 0.5 }: SandwichOptions,
  victim: SignedTransaction,
): Promise<Reason> {
  const swap = await pools.swapOf(victim)
  const held = swap && (await pools.reserves(swap.pool))
  if (swap === undefined || held === undefined) return 'it is no swap in a known pool'
  const { pool, from, amountIn } = swap
  const reserves = seenFrom(from, held)
  if (amountIn * 1000n < reserves[0] * leastImpact) return 'the swap moves the price too little'
  const calls = callsUpTo(devnet, victim)
  const alone = await simulate(devnet, calls)
  if (alone.at(-1)?.isDone !== true) return 'the swap fails without anyone before it'
  const to = from === 0 ? 1 : 0
  const [given, taken] = [pool.tokens[from], pool.tokens[to]]
  if (!((await bot.hold(given)) && (await bot.hold(taken)))) return 'the tokens cannot be dealt'
  const least = (amountIn * part(minProfit)) / million
  const contract = bytesToHex(bot.contract)
  const fees = feesOf(victim)
  for (const { amount, profit } of planned(reserves, amountIn, part(maxPart))) {
    if (profit < least) return 'it does not pay, or the limit of the swap forbids it'
    const bought = amountOut(reserves, amount)
    const buying = swapSteps(pool, from, { given: amount, taken: bought }, contract)
    const selling = swapSteps(pool, to, { given: bought, taken: amount + profit }, contract)
    const front = bot.run(buying, taken, bought)
    const back = bot.run(selling, given, amount + profit)
    const results = await simulate(devnet, [front, ...calls, back])
    const [first, last] = [results[0], results.at(-1)]
    // The limit of the swap may allow a smaller one.
    if (!results.every(({ isDone }) => isDone) || !first || !last) continue
    const cost = (first.gasUsed + last.gasUsed) * priceOf(devnet, fees)
    if (!(await paysFor({ pools, swap, reserves }, profit, cost))) return 'the gas costs more'
    await bot.send(front, first, { tipCap: fees.tipCap + 1n, feeCap: fees.feeCap + 1n })
    // Of equal tips the later one comes later.
    await bot.send(back, last, fees)
    return undefined
  }
  return 'the limit of the swap forbids it'
}

/** What can be bought for before a swap of `amountIn`, the largest profit first. */
function planned(reserves: Reserves, amountIn: bigint, largest: bigint) {
  return sizes
    .map((size) => {
      const amount = (((reserves[0] * largest) / million) * size) / million
      return { amount, profit: profitOf(reserves, amountIn, amount) }
    })
    .filter(({ profit }) => profit > 0n)
    .sort((one, other) => (one.profit < other.profit ? 1 : -1))
}

/** What is gained by buying for an amount before a swap of `amountIn`, and selling after it. */
function profitOf(reserves: Reserves, amountIn: bigint, given: bigint): bigint {
  if (given === 0n) return 0n
  const bought = amountOut(reserves, given)
  const between = moved(reserves, given)
  const after = moved(between, amountIn)
  return amountOut([after[1], after[0]], bought) - given
}

/** The reserves after a swap. */
function moved(reserves: Reserves, amountIn: bigint): Reserves {
  return [reserves[0] + amountIn, reserves[1] - amountOut(reserves, amountIn)]
}

function feesOf({ envelope }: SignedTransaction): Fees {
  const { feeCap, tipCap } = feeCapsOf(envelope)
  return { feeCap, tipCap }
}

/** What a transaction with these fees pays for a gas, in wei. */
function priceOf(devnet: Devnet, { feeCap, tipCap }: Fees): bigint {
  const { header } = nextContext(devnet)
  const price = (header.baseFeePerGas ?? 0n) + tipCap
  return price < feeCap ? price : feeCap
}

/** Whether a profit is more than the gas costs; so it counts where neither token stands for ether. */
async function paysFor(
  { pools, swap, reserves }: { pools: Pools; swap: Swap; reserves: Reserves },
  profit: bigint,
  cost: bigint,
): Promise<boolean> {
  const { pool, from } = swap
  if (await pools.isEther(pool.tokens[from])) return profit > cost
  if (!(await pools.isEther(pool.tokens[from === 0 ? 1 : 0]))) return true
  return (profit * reserves[1]) / reserves[0] > cost
}

/** Answers a swap: trades after it between its pool and another one of the same tokens. */
export async function backrun(
  { devnet, bot, pools }: SearcherDeps,
  { minProfit = 0.0005 }: BackrunOptions,
  transaction: SignedTransaction,
): Promise<Reason> {
  const swap = await pools.swapOf(transaction)
  const held = swap && (await pools.reserves(swap.pool))
  if (swap === undefined || held === undefined) return 'it is no swap in a known pool'
  const { pool, from, amountIn } = swap
  const others = pools.others(pool)
  if (others.length === 0) return 'no other pool of its tokens is known'
  const given = pool.tokens[from]
  const before = seenFrom(from, held)
  const after = moved(before, amountIn)
  const contract = bytesToHex(bot.contract)
  const calls = callsUpTo(devnet, transaction)
  for (const other of others) {
    const trade = await arbitrage(pools, { given, after, other })
    if (trade === undefined || trade.profit * million < amountIn * part(minProfit)) continue
    if (!(await bot.hold(given))) return 'the tokens cannot be dealt'
    // Buys in the other pool what the swap has made dear here, and sells it here.
    const start = other.tokens.indexOf(given) === 0 ? 0 : 1
    const steps = [
      ...swapSteps(other, start, { given: trade.amount, taken: trade.bought }, contract),
      ...swapSteps(
        pool,
        from === 0 ? 1 : 0,
        { given: trade.bought, taken: trade.returned },
        contract,
      ),
    ]
    const call = bot.run(steps, given, (trade.profit * 9n) / 10n)
    const results = await simulate(devnet, [...calls, call])
    const own = results.at(-1)
    if (own?.isDone !== true || results.at(-2)?.isDone !== true) continue
    const fees = feesOf(transaction)
    const cost = own.gasUsed * priceOf(devnet, fees)
    if (!(await paysFor({ pools, swap, reserves: after }, trade.profit, cost))) continue
    await bot.send(call, own, fees)
    return undefined
  }
  return 'no trade between the pools pays'
}

/** The trade that brings the most: tokens are given to the other pool, and come back from this one. */
async function arbitrage(
  pools: Pools,
  {
    given,
    after,
    other,
  }: { readonly given: string; readonly after: Reserves; readonly other: Pool },
) {
  const held = await pools.reserves(other)
  if (held === undefined) return undefined
  const there = seenFrom(other.tokens[0] === given ? 0 : 1, held)
  const trades = sizes.map((size) => {
    const amount = (there[0] * size) / million
    const bought = amountOut(there, amount)
    const returned = amountOut([after[1], after[0]], bought)
    return { amount, bought, returned, profit: returned - amount }
  })
  return trades.reduce((best, trade) => (trade.profit > best.profit ? trade : best))
}
