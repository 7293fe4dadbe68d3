import * as v from 'valibot'
import { formatPayloadEnvelope } from '../../format/payload.ts'
import { defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'
import { hash32 } from '../../schema/hash32.ts'
import { list } from '../../schema/object.ts'
import { Problem, refined } from '../../schema/parsed.ts'
import { payloadAttributes } from '../../schema/payloadAttributes.ts'

/** What a header can hold. */
const maxExtraBytes = 32

const extraData = v.pipe(
  data,
  refined((bytes) =>
    bytes.length > maxExtraBytes
      ? new Problem(`${bytes.length} bytes, the limit is ${maxExtraBytes}`)
      : bytes,
  ),
)

/** Spec: execution-apis `testing_buildBlockV1`. */
export const buildBlockV1 = defineMethod({
  name: 'testing_buildBlockV1',
  summary:
    'Builds a block on the head, of the given transactions or of the pool, and changes nothing.',
  params: v.strictTuple([hash32, payloadAttributes, v.optional(list(data)), v.optional(extraData)]),
  handler: async ({ devnet }, [parentHash, attributes, transactions, extra]) => {
    const { suggestedFeeRecipient: feeRecipient, ...fields } = attributes
    return formatPayloadEnvelope(
      await devnet.buildBlock({
        ...fields,
        parentHash,
        feeRecipient,
        transactions,
        extraData: extra,
      }),
    )
  },
})
