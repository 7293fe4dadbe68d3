import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As ganache, Hardhat and anvil answer it. */
export const snapshot = defineMethod({
  name: 'evm_snapshot',
  aliases: ['anvil_snapshot', 'hardhat_snapshot'],
  summary: 'Takes a snapshot of everything, to go back to once with `evm_revert`; answers its id.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.history.snapshot(),
})
