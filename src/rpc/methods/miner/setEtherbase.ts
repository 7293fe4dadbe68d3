import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'

/** As geth and ganache answer it. */
export const setEtherbase = defineMethod({
  name: 'miner_setEtherbase',
  summary: 'Who is paid the tips from the next block on; answers true.',
  params: v.strictTuple([address]),
  handler: async ({ devnet }, [coinbase]) => {
    await devnet.development.choose({ coinbase })
    return true
  },
})
