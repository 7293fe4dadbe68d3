import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'

/** Nothing is ever dropped. */
const everything = { disabled: false, oldestBlock: '0x0' } as const

/** Spec: execution-apis `eth_capabilities`. */
export const capabilities = defineMethod({
  name: 'eth_capabilities',
  summary:
    'From which block on blocks, states, logs and receipts can be read: everything from genesis on.',
  params: v.strictTuple([]),
  handler: ({ reader }) => {
    const { number, hash } = reader.head
    return {
      head: { number: quantity(number), hash },
      state: everything,
      tx: everything,
      logs: everything,
      receipts: everything,
      blocks: everything,
      stateproofs: everything,
    }
  },
})
