import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'

/** As geth and ganache answer it. */
export const setEtherbase = defineMethod({
  name: 'miner_setEtherbase',
  summary: 'Sets who gets the tips (coinbase), from the next block on; answers true.',
  params: v.strictTuple([address]),
  handler: async ({ devnet }, [coinbase]) => {
    await devnet.development.choose({ coinbase })
    return true
  },
})
