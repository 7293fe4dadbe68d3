import * as v from 'valibot'
import { formatQuantities } from '../../format/quantities.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** Answers a `TransactionFate` with its numbers as quantities. */
export const getTransaction = defineMethod({
  name: 'preconf_getTransaction',
  summary:
    'What has become of a transaction: pooled, preconfirmed, sealed, dropped or unknown; where, and when.',
  params: v.strictTuple([hash32]),
  handler: ({ devnet }, [hash]) => formatQuantities(devnet.fates.find(hash)),
})
