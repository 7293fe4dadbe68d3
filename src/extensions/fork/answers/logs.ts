import { bigIntMin } from '@ethereumjs/util'
import type { LiveChain } from '../../../devnet/hooks/liveChain.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import type { Context } from '../../../rpc/method.ts'
import { getLogs } from '../../../rpc/methods/eth/logs.ts'
import type { BlockId, Json, JsonObject } from '../../../types/values.ts'
import { numberOf, type Passed } from './route.ts'

/**
 * `eth_getLogs` over a range that begins up to the fork block: the live chain's logs, as it gives them,
 * and after them those of the blocks made here.
 */
export async function logsAcross(
  live: LiveChain,
  context: Context,
  method: string,
  args: readonly unknown[],
): Promise<Passed | undefined> {
  const [filter] = args
  if (typeof filter !== 'object' || filter === null) return undefined
  const { fromBlock, toBlock, blockHash, ...others } = filter as Record<string, unknown>
  const { chain } = context.devnet
  if (blockHash !== undefined && blockHash !== null) {
    const own = chain.blockByHash(String(blockHash).toLowerCase() as `0x${string}`)
    const isOwn = own !== undefined && own.number > live.number
    return isOwn ? undefined : { answer: await live.request(method, [filter as Json]) }
  }
  const from = numberOf(fromBlock, live, context)
  if (from === undefined || from > live.number) return undefined
  const to = numberOf(toBlock, live, context) ?? chain.head.number
  const { logsPastHead } = context.devnet.settings.compatRules
  // Answered here, with the error of a range that is none.
  if (from > to || (to > chain.head.number && logsPastHead === 'refused')) return undefined
  const last = bigIntMin(to, live.number)
  const there = await logsBetween(live, others as JsonObject, from, last)
  if (to <= live.number) return { answer: there }
  const rest = { ...(filter as object), fromBlock: quantity(live.number + 1n) }
  const here = chain.head.number > live.number || toBlock === 'pending'
  const own = here ? (await getLogs.call(context, [rest])).all() : []
  return { answer: [...there, ...own] }
}

/** Halves a range of which the node says that it has too many blocks or logs. */
async function logsBetween(
  live: LiveChain,
  filter: JsonObject,
  from: bigint,
  to: bigint,
): Promise<readonly Json[]> {
  try {
    const range = { ...filter, fromBlock: quantity(from), toBlock: quantity(to) }
    return (await live.request('eth_getLogs', [range])) as readonly Json[]
  } catch (error) {
    if (from === to || !isLimit(error)) throw error
    const middle = from + (to - from) / 2n
    const lower = await logsBetween(live, filter, from, middle)
    return [...lower, ...(await logsBetween(live, filter, middle + 1n, to))]
  }
}

function isLimit(error: unknown): boolean {
  const text = error instanceof Error ? error.message : ''
  return /range|limit|too many|more than|exceed|10000|response size/i.test(text)
}

/** `eth_getFilterLogs` of a filter whose range begins up to the fork block: as `eth_getLogs` has it. */
export async function filterLogsAcross(
  live: LiveChain,
  context: Context,
  _method: string,
  [id]: readonly unknown[],
): Promise<Passed | undefined> {
  const { filters } = context.devnet
  if (typeof id !== 'string' || !filters.has(id)) return undefined
  const subject = filters.subject(id)
  if (subject.kind !== 'logs') return undefined
  const { range, filter } = subject.criteria
  const { addresses, topics } = filter
  const where: JsonObject =
    'blockHash' in range
      ? { blockHash: range.blockHash }
      : { fromBlock: named(range.from), toBlock: named(range.to) }
  const wanted: JsonObject = {
    ...where,
    ...(addresses.length > 0 && { address: addresses.map(bytesToHex) }),
    topics: topics.map((wanted) =>
      wanted === null || wanted.length === 0 ? null : wanted.map(bytesToHex),
    ),
  }
  return logsAcross(live, context, 'eth_getLogs', [wanted])
}

/** A filter's range names no flashblock and no hash. */
function named(id: BlockId): Json {
  if ('number' in id) return quantity(id.number)
  return 'tag' in id ? id.tag : null
}
