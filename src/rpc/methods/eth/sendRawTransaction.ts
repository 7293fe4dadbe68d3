import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { data } from '../../schema/data.ts'

/** Spec: execution-apis `eth_sendRawTransaction`. */
export const sendRawTransaction = defineMethod({
  name: 'eth_sendRawTransaction',
  summary:
    'Takes a signed transaction into the pool; it is pre-confirmed with the next flashblock.',
  params: v.strictTuple([data]),
  handler: async ({ devnet }, [bytes]) => (await devnet.submit(bytes)).hash,
})
