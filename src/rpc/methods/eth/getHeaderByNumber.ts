import * as v from 'valibot'
import { formatBlockHeader } from '../../format/block/block.ts'
import { defineMethod } from '../../method.ts'
import { blockNumber } from '../../schema/blockId.ts'

/** As geth answers it. */
export const getHeaderByNumber = defineMethod({
  name: 'eth_getHeaderByNumber',
  summary: 'Block header by number or tag.',
  params: v.strictTuple([blockNumber]),
  handler: async ({ reader }, [id]) => {
    const block = await reader.find(id)
    return block === undefined ? null : formatBlockHeader(block)
  },
})
