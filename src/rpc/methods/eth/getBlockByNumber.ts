import * as v from 'valibot'
import { blockInShape } from '../../format/shape.ts'
import { defineMethod } from '../../method.ts'
import { blockNumber } from '../../schema/blockId.ts'

/** Spec: execution-apis `eth_getBlockByNumber`. */
export const getBlockByNumber = defineMethod({
  name: 'eth_getBlockByNumber',
  summary: 'Block by number or tag, with hashes or with whole transactions.',
  params: v.strictTuple([blockNumber, v.boolean('expected a boolean')]),
  handler: async ({ devnet, reader }, [id, full]) => {
    const block = await reader.find(id)
    const { answerShape } = devnet.settings.compatRules
    return block === undefined ? null : blockInShape(block, full, answerShape)
  },
})
