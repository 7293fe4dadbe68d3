import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `debug_getBadBlocks`. */
export const getBadBlocks = defineMethod({
  name: 'debug_getBadBlocks',
  summary: 'Invalid blocks that were received: none.',
  params: v.strictTuple([]),
  handler: () => [],
})
