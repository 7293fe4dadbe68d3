import * as v from 'valibot'
import { formatBlockHeader } from '../../format/block/block.ts'
import { defineMethod } from '../../method.ts'
import { looseBlockNumber } from '../../schema/looseBlockId.ts'

/** By it Otterscan looks whether there is a node. */
export const getHeaderByNumber = defineMethod({
  name: 'erigon_getHeaderByNumber',
  summary: 'As `eth_getHeaderByNumber`; for Otterscan.',
  params: v.strictTuple([looseBlockNumber]),
  handler: async ({ reader }, [id]) => {
    const block = await reader.find(id)
    return block === undefined ? null : formatBlockHeader(block)
  },
})
