import * as v from 'valibot'
import { isAutomining } from '../../../devnet/options/cadenceOptions.ts'
import { defineMethod } from '../../method.ts'

/** As ganache answers it; viem asks it for the state of automine. */
export const mining = defineMethod({
  name: 'eth_mining',
  summary:
    'Whether each transaction is sealed at once: in auto mode. With `compat: hardhat` false.',
  params: v.strictTuple([]),
  handler: ({ devnet }) =>
    devnet.settings.compatRules.minesByMining && isAutomining(devnet.schedule.cadence),
})
