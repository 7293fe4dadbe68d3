import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As nodes answered it when they had compilers. */
export const getCompilers = defineMethod({
  name: 'eth_getCompilers',
  summary: 'Compilers of the node: none.',
  params: v.strictTuple([]),
  handler: () => [],
})
