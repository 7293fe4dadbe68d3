import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

/** Spec: execution-apis `eth_coinbase`. */
export const coinbase = defineMethod({
  name: 'eth_coinbase',
  summary: 'Who gets the tips of the next block (coinbase).',
  params: v.strictTuple([]),
  handler: async ({ reader }) => {
    const { header } = await reader.context({ tag: 'pending' })
    return bytesToHex(header.coinbase.bytes)
  },
})
