import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** In the form of Hardhat 3's `--gas-stats-json`. */
export const gasReport = defineMethod({
  name: 'preconf_gasReport',
  summary:
    'What transactions have cost by contract and function, where the node was started with --gas-report: least, most, average, median, number.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.solidity.gas.report(),
})
