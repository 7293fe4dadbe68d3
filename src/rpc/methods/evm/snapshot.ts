import * as v from 'valibot'
import { defineMethod } from '../../method.ts'

/** As ganache, Hardhat and anvil answer it. */
export const snapshot = defineMethod({
  name: 'evm_snapshot',
  aliases: ['anvil_snapshot', 'hardhat_snapshot'],
  summary: 'Names everything as it is now, to go back to.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.history.snapshot(),
})
