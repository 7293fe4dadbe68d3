import * as v from 'valibot'
import { blockInShape } from '../../format/shape.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** Spec: execution-apis `eth_getBlockByHash`. */
export const getBlockByHash = defineMethod({
  name: 'eth_getBlockByHash',
  summary: 'Block by hash, with hashes or with whole transactions.',
  params: v.strictTuple([hash32, v.boolean('expected a boolean')]),
  handler: async ({ devnet, reader }, [hash, full]) => {
    const block = await reader.find({ hash })
    const { answerShape } = devnet.settings.compatRules
    return block === undefined ? null : blockInShape(block, full, answerShape)
  },
})
