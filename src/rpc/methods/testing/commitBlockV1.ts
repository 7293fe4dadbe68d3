import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'
import { extraData } from '../../schema/extraData.ts'
import { list } from '../../schema/object.ts'
import { payloadAttributes } from '../../schema/payloadAttributes.ts'

/** As geth, reth and Nethermind answer it. */
export const commitBlockV1 = defineMethod({
  name: 'testing_commitBlockV1',
  summary:
    'Builds a block on the head, from the given transactions or the pool, and makes it the head; answers its hash.',
  params: v.strictTuple([payloadAttributes, v.optional(list(data)), v.optional(extraData)]),
  handler: async ({ devnet }, [attributes, transactions, extra]) => {
    const { suggestedFeeRecipient: feeRecipient, ...fields } = attributes
    const request = { ...fields, feeRecipient, transactions, extraData: extra }
    return (await devnet.blocks.commit(request)).hash
  },
})
