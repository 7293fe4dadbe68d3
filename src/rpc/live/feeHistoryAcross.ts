import type { LiveChain } from '../../devnet/live/liveChain.ts'
import { type Hex, quantity } from '../../lib/hex.ts'
import type { Json, JsonObject } from '../../types/values.ts'
import type { Context } from '../method.ts'
import { feeHistory } from '../methods/eth/fees.ts'
import { numberOf, type Passed } from './route.ts'

/** In `eth_feeHistory` one entry a block, but of base fees one more: that of the block after. */
const perBlock = ['gasUsedRatio', 'blobGasUsedRatio', 'reward'] as const
const perBlockAndNext = ['baseFeePerGas', 'baseFeePerBlobGas'] as const

/** `eth_feeHistory` over blocks up to the fork block and after it: the live chain's, then those made here. */
export async function feeHistoryAcross(
  live: LiveChain,
  context: Context,
  method: string,
  args: readonly unknown[],
): Promise<Passed | undefined> {
  const [count, newest, ...others] = args
  const wanted = countOf(count)
  if (wanted === undefined || wanted === 0n) return undefined
  const head = context.devnet.chain.head.number
  const to = numberOf(newest, live, context) ?? (newest === 'pending' ? head + 1n : head)
  const from = to - wanted + 1n
  if (from > live.number) return undefined
  if (to < live.number) {
    return { answer: await live.request(method, [count, quantity(to), ...others] as Json[]) }
  }
  // As many whatever the head is: clients ask again and again, and one answer is enough for a cassette.
  const older = (await live.request(method, [
    quantity(wanted),
    quantity(live.number),
    ...(others as Json[]),
  ])) as JsonObject
  const own = to - live.number
  if (own === 0n) return { answer: older }
  const newer = (await feeHistory.call(context, [quantity(own), newest, ...others])) as JsonObject
  return { answer: joined(older, newer, from < 0n ? 0n : from) }
}

/** What one tells from the block `from` on, then the other. */
function joined(older: JsonObject, newer: JsonObject, from: bigint): JsonObject {
  const oldest = BigInt(older.oldestBlock as Hex)
  const before = from > oldest ? Number(from - oldest) : 0
  const both: Record<string, Json> = { oldestBlock: quantity(oldest + BigInt(before)) }
  for (const name of perBlockAndNext) {
    const [first, second] = [older[name], newer[name]].map(listOf)
    if (first && second) both[name] = [...first.slice(before, -1), ...second]
  }
  for (const name of perBlock) {
    const [first, second] = [older[name], newer[name]].map(listOf)
    if (first && second) both[name] = [...first.slice(before), ...second]
  }
  return both
}

function listOf(value: Json | undefined): readonly Json[] | undefined {
  return Array.isArray(value) ? (value as readonly Json[]) : undefined
}

function countOf(count: unknown): bigint | undefined {
  if (typeof count === 'number') return Number.isSafeInteger(count) ? BigInt(count) : undefined
  return typeof count === 'string' && /^(0x[0-9a-f]{1,8}|\d{1,8})$/i.test(count)
    ? BigInt(count)
    : undefined
}
