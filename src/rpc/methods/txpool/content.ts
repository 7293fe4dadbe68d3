import * as v from 'valibot'
import { contentTexts } from '../../format/transaction/poolContent.ts'
import { jsonInTurns } from '../../jsonInTurns.ts'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `txpool_content`. */
export const content = defineMethod({
  name: 'txpool_content',
  summary: 'Transactions of the pool, pending and queued ones, by sender and nonce.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => {
    const { pending, queued } = devnet.pool.content()
    const { answerShape } = devnet.settings.compatRules
    // In turns, as the pool may hold tens of megabytes.
    return jsonInTurns(devnet.machines.clock, contentTexts({ pending, queued }, answerShape))
  },
})
