import { bigIntMin } from '@ethereumjs/util'
import type { LiveChain } from '../../devnet/live/liveChain.ts'
import { quantity } from '../../lib/hex.ts'
import type { Json, JsonObject } from '../../types/json.ts'
import type { Context } from '../method.ts'
import { filter as traceFilter } from '../methods/trace/blocks.ts'
import { parseParams } from '../params.ts'
import { numberOf, type Passed } from './route.ts'

/**
 * `trace_filter` over a range that begins up to the fork block: the traces of the live chain's node,
 * and after them those of the blocks made here.
 */
export async function tracesAcross(
  live: LiveChain,
  context: Context,
  method: string,
  args: readonly unknown[],
): Promise<Passed | undefined> {
  const [{ after = 0, count }] = parseParams(traceFilter.params, args)
  const { fromBlock, toBlock, after: _, count: __, ...wanted } = args[0] as Record<string, unknown>
  const from = numberOf(fromBlock ?? 'earliest', live, context)
  if (from === undefined || from > live.number) return undefined
  const to = numberOf(toBlock, live, context)
  const { head } = context.devnet.chain
  if (to !== undefined && from > to) return undefined
  const until = count === undefined ? undefined : after + count
  const most = until === undefined ? {} : { count: until }
  const there = (await live.request(method, [
    {
      ...(wanted as JsonObject),
      fromBlock: quantity(from),
      toBlock: quantity(bigIntMin(to ?? live.number, live.number)),
      ...most,
    },
  ])) as readonly Json[]
  const isAcross = to === undefined || to > live.number
  const isFull = until !== undefined && there.length >= until
  const hasOwn = head.number > live.number || toBlock === 'pending'
  const own =
    isAcross && hasOwn && !isFull
      ? (JSON.parse(
          (
            await traceFilter.call(context, [
              { ...wanted, toBlock, fromBlock: quantity(live.number + 1n), ...most },
            ])
          ).text,
        ) as readonly unknown[])
      : []
  return { answer: [...there, ...own].slice(after, until) }
}
