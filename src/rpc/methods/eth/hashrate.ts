import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As geth answered it before the merge. */
export const hashrate = defineMethod({
  name: 'eth_hashrate',
  summary: 'Hashes per second spent on proof of work: none.',
  params: v.strictTuple([]),
  handler: () => '0x0',
})
