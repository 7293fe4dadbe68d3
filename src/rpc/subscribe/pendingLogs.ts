import * as v from 'valibot'
import { matchesLog } from '../../execution/logFilter.ts'
import { formatLog } from '../format/block/log.ts'
import { encodeOnce } from '../format/encodeOnce.ts'
import { checkTopics } from '../logQuery.ts'
import { logFilter } from '../schema/logFilter.ts'
import { defineSubscription, kindName } from './subscriptionKind.ts'

const encodeLog = encodeOnce(formatLog)

/** Each log of the transactions that a flashblock adds and that the filter admits. */
export const pendingLogs = defineSubscription({
  name: 'pendingLogs',
  params: v.strictTuple([kindName, v.optional(logFilter, {})]),
  start: (devnet, [, filter], push) => {
    checkTopics(filter)
    return devnet.hub.on('pendingLogs', (event) => {
      for (const placed of event.logs) {
        if (matchesLog(filter, placed.log)) push(encodeLog(placed))
      }
    })
  },
})
