import * as v from 'valibot'
import { formatLog } from '../../format/log.ts'
import { logQuery } from '../../logQuery.ts'
import { defineMethod } from '../../method.ts'
import { logFilter } from '../../schema/logFilter.ts'

/** Spec: execution-apis `eth_getLogs`. */
export const getLogs = defineMethod({
  name: 'eth_getLogs',
  summary:
    'Logs by block range or block hash, address and topics; pre-confirmed ones up to `pending`.',
  params: v.strictTuple([logFilter]),
  handler: async ({ reader }, [filter]) => {
    const found = await reader.logs(logQuery(filter), filter)
    return found.map((log) => formatLog({ ...log, removed: false }))
  },
})
