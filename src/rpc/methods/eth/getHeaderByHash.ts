import * as v from 'valibot'
import { formatBlockHeader } from '../../format/block/block.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** As geth answers it. */
export const getHeaderByHash = defineMethod({
  name: 'eth_getHeaderByHash',
  summary: 'Block header by hash.',
  params: v.strictTuple([hash32]),
  handler: async ({ reader }, [hash]) => {
    const block = await reader.find({ hash })
    return block === undefined ? null : formatBlockHeader(block)
  },
})
