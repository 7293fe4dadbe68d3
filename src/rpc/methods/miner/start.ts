import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As ganache answers it; viem switches automine with it. */
export const minerStart = defineMethod({
  name: 'miner_start',
  summary: 'As `anvil_setAutomine` with true; answers true.',
  params: v.strictTuple([v.optional(v.unknown())]),
  handler: async ({ devnet }) => {
    await devnet.development.setAutomine(true)
    return true
  },
})
