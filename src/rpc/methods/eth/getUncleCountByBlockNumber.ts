import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { unclesOf } from '../../format/block/uncle.ts'
import { defineMethod } from '../../method.ts'
import { blockNumber } from '../../schema/blockId.ts'

/** Spec: execution-apis of old, as geth answers it. */
export const getUncleCountByBlockNumber = defineMethod({
  name: 'eth_getUncleCountByBlockNumber',
  summary: 'How many uncles a block has, by number or tag: none since the merge.',
  params: v.strictTuple([blockNumber]),
  handler: async ({ reader }, [id]) => {
    const block = await reader.find(id)
    return block === undefined ? null : quantity(unclesOf(block).length)
  },
})
