import * as v from 'valibot'
import { matchesLog } from '../../../execution/logFilter.ts'
import type { PlacedLog } from '../../../types/events.ts'
import { logQuery } from '../../logQuery.ts'
import { defineMethod } from '../../method.ts'
import { invalidArgument } from '../../rpcError.ts'
import { logFilter } from '../../schema/logFilter.ts'

/** Spec: execution-apis `eth_newFilter`. */
export const newFilter = defineMethod({
  name: 'eth_newFilter',
  summary: 'Collects the logs that match from now on, for `eth_getFilterChanges`.',
  params: v.strictTuple([logFilter]),
  handler: async ({ devnet, reader, page }, [filter]) => {
    const { fromBlock, toBlock } = filter
    if ([fromBlock, toBlock].some((block) => block && 'flashblock' in block)) {
      throw invalidArgument(0, 'a filter follows sealed blocks: its range cannot name a flashblock')
    }
    const range = logQuery(filter)
    await reader.checkLogRange(range)
    const subject = {
      kind: 'logs',
      criteria: { range, filter },
      matches: ({ log, block }: PlacedLog) => {
        if (fromBlock && 'number' in fromBlock && block.number < fromBlock.number) return false
        if (toBlock && 'number' in toBlock && block.number > toBlock.number) return false
        return matchesLog(filter, log)
      },
    } as const
    return devnet.filters.create(subject, page?.origin)
  },
})
