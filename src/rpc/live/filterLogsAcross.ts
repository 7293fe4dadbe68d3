import type { LiveChain } from '../../devnet/live/liveChain.ts'
import { bytesToHex, quantity } from '../../lib/hex.ts'
import type { BlockId } from '../../types/blockId.ts'
import type { Json, JsonObject } from '../../types/json.ts'
import type { Context } from '../method.ts'
import { logsAcross } from './logsAcross.ts'
import type { Passed } from './route.ts'

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
