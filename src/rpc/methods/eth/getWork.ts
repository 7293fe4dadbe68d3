import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As ganache answers it. */
export const getWork = defineMethod({
  name: 'eth_getWork',
  summary: 'Work for miners: none.',
  params: v.strictTuple([]),
  handler: () => [],
})
