import * as v from 'valibot'
import { formatUncle, unclesOf } from '../../format/block/uncle.ts'
import { defineMethod } from '../../method.ts'
import { blockNumber } from '../../schema/blockId.ts'
import { index } from '../../schema/quantity.ts'

/** Spec: execution-apis of old, as geth answers it. */
export const getUncleByBlockNumberAndIndex = defineMethod({
  name: 'eth_getUncleByBlockNumberAndIndex',
  summary: 'Uncle by its position in a block, by number or tag; `null` since the merge.',
  params: v.strictTuple([blockNumber, index]),
  handler: async ({ reader }, [id, position]) => {
    const block = await reader.find(id)
    const uncle = block && unclesOf(block)[position]
    return uncle === undefined ? null : formatUncle(uncle)
  },
})
