import * as v from 'valibot'
import { formatPayloadEnvelope } from '../../format/preconfirmation/payload.ts'
import { defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'
import { extraData } from '../../schema/extraData.ts'
import { hash32 } from '../../schema/hash32.ts'
import { list } from '../../schema/object.ts'
import { payloadAttributes } from '../../schema/payloadAttributes.ts'

/** Spec: execution-apis `testing_buildBlockV1`. */
export const buildBlockV1 = defineMethod({
  name: 'testing_buildBlockV1',
  summary:
    'Builds a block on the head, from the given transactions or the pool, without changing anything.',
  params: v.strictTuple([hash32, payloadAttributes, v.optional(list(data)), v.optional(extraData)]),
  handler: async ({ devnet }, [parentHash, attributes, transactions, extra]) => {
    const { suggestedFeeRecipient: feeRecipient, ...fields } = attributes
    return formatPayloadEnvelope(
      await devnet.blocks.build({
        ...fields,
        parentHash,
        feeRecipient,
        transactions,
        extraData: extra,
      }),
    )
  },
})
