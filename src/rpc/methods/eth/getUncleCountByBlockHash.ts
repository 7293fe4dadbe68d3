import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { unclesOf } from '../../format/block/uncle.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** Spec: execution-apis of old, as geth answers it. */
export const getUncleCountByBlockHash = defineMethod({
  name: 'eth_getUncleCountByBlockHash',
  summary: 'How many uncles a block has, by hash: none since the merge.',
  params: v.strictTuple([hash32]),
  handler: async ({ reader }, [hash]) => {
    const block = await reader.find({ hash })
    return block === undefined ? null : quantity(unclesOf(block).length)
  },
})
