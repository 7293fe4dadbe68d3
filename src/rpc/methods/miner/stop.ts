import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As ganache answers it; viem switches automine with it. */
export const minerStop = defineMethod({
  name: 'miner_stop',
  summary: 'As `anvil_setAutomine` with false; answers true.',
  params: v.strictTuple([]),
  handler: async ({ devnet }) => {
    await devnet.development.setAutomine(false)
    return true
  },
})
