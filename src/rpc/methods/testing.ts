import * as v from 'valibot'
import { formatPayloadEnvelope } from '../format/flashblocks.ts'
import { defineMethod, type Method } from '../method.ts'
import { payloadAttributes } from '../schema/blockRequests.ts'
import { data, extraData, hash32 } from '../schema/data.ts'
import { list } from '../schema/object.ts'

/** Spec: execution-apis `testing_buildBlockV1`. */
const buildBlockV1 = defineMethod({
  name: 'testing_buildBlockV1',
  summary: 'Builds a block on the head from the given transactions or the pool, without adding it.',
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

/** Answers as geth, reth and Nethermind do. */
const commitBlockV1 = defineMethod({
  name: 'testing_commitBlockV1',
  summary:
    'Builds a block on the head from the given transactions or the pool, and adds it; returns its hash.',
  params: v.strictTuple([payloadAttributes, v.optional(list(data)), v.optional(extraData)]),
  handler: async ({ devnet }, [attributes, transactions, extra]) => {
    const { suggestedFeeRecipient: feeRecipient, ...fields } = attributes
    const request = { ...fields, feeRecipient, transactions, extraData: extra }
    return (await devnet.blocks.commit(request)).hash
  },
})

/** The `testing_` methods of execution-apis. */
export const testingMethods: readonly Method[] = [buildBlockV1, commitBlockV1]
