import * as v from 'valibot'
import { formatLog } from '../../format/block/log.ts'
import { logInShape } from '../../format/shape.ts'
import { defineMethod } from '../../method.ts'
import { RpcError } from '../../rpcError.ts'

/** Spec: execution-apis `eth_getFilterLogs`. */
export const getFilterLogs = defineMethod({
  name: 'eth_getFilterLogs',
  summary: 'All logs on the chain that match a log filter.',
  params: v.strictTuple([v.string('expected a string')]),
  handler: async ({ devnet, reader }, [id]) => {
    const { answersUnknownFilters, answerShape } = devnet.settings.compatRules
    if (answersUnknownFilters && !devnet.filters.has(id)) return null
    const subject = devnet.filters.subject(id)
    // As geth: a filter of another kind is none.
    if (subject.kind !== 'logs') throw new RpcError(-32000, 'filter not found')
    const { range, filter } = subject.criteria
    const found = await reader.logs(range, filter)
    return found.map(({ log, block, receipt, logIndex }) =>
      logInShape(formatLog({ log, block, receipt, logIndex, removed: false }), answerShape),
    )
  },
})
