import * as v from 'valibot'
import { matchesLog } from '../../execution/logFilter.ts'
import type { PlacedLog } from '../../types/events.ts'
import { formatLog } from '../format/block/log.ts'
import { encodeOnce } from '../format/encodeOnce.ts'
import { logInShape } from '../format/shape.ts'
import { checkTopics } from '../logQuery.ts'
import { logFilter } from '../schema/logFilter.ts'
import { defineSubscription, kindName } from './subscriptionKind.ts'

const encodeLog = encodeOnce(formatLog)
const encodeLogOfHardhat = encodeOnce((placed: PlacedLog) =>
  logInShape(formatLog(placed), 'hardhat'),
)

/** Each log of each sealed block that the filter admits; a range of blocks in it means nothing here. */
export const logs = defineSubscription({
  name: 'logs',
  params: v.strictTuple([kindName, v.optional(logFilter, {})]),
  start: (devnet, [, filter], push) => {
    checkTopics(filter)
    const isHardhat = devnet.settings.compatRules.answerShape === 'hardhat'
    const encode = isHardhat ? encodeLogOfHardhat : encodeLog
    return devnet.hub.on('logs', (event) => {
      for (const placed of event.logs) {
        if (matchesLog(filter, placed.log)) push(encode(placed))
      }
    })
  },
})
