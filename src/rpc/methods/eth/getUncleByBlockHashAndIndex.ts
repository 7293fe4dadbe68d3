import * as v from 'valibot'
import { formatUncle, unclesOf } from '../../format/block/uncle.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'
import { index } from '../../schema/quantity.ts'

/** Spec: execution-apis of old, as geth answers it. */
export const getUncleByBlockHashAndIndex = defineMethod({
  name: 'eth_getUncleByBlockHashAndIndex',
  summary: 'Uncle by its position in a block, by hash; `null` since the merge.',
  params: v.strictTuple([hash32, index]),
  handler: async ({ reader }, [hash, position]) => {
    const block = await reader.find({ hash })
    const uncle = block && unclesOf(block)[position]
    return uncle === undefined ? null : formatUncle(uncle)
  },
})
