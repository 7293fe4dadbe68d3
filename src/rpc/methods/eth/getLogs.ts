import * as v from 'valibot'
import { formatLog } from '../../format/block/log.ts'
import { logInShape } from '../../format/shape.ts'
import { logQuery } from '../../logQuery.ts'
import { defineMethod } from '../../method.ts'
import { logFilter } from '../../schema/logFilter.ts'

/** Spec: execution-apis `eth_getLogs`. */
export const getLogs = defineMethod({
  name: 'eth_getLogs',
  summary:
    'Logs by block range or block hash, address and topics; pre-confirmed ones up to `pending`.',
  params: v.strictTuple([logFilter]),
  handler: async ({ devnet, reader }, [filter]) => {
    const found = await reader.logs(logQuery(filter), filter)
    const { answerShape } = devnet.settings.compatRules
    return found.map(({ log, block, receipt, logIndex }) =>
      logInShape(formatLog({ log, block, receipt, logIndex, removed: false }), answerShape),
    )
  },
})
