import * as v from 'valibot'
import { formatQuantities } from '../../format/quantities.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** Answers a `TransactionExplanation` with its numbers as quantities. */
export const explain = defineMethod({
  name: 'preconf_explain',
  summary: 'Why a transaction is not included, in a word, a sentence and numbers; or where it is.',
  params: v.strictTuple([hash32]),
  handler: async ({ devnet }, [hash]) => formatQuantities(await devnet.fates.explain(hash)),
})
