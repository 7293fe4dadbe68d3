import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** As ganache, Hardhat and anvil answer it. */
export const revert = defineMethod({
  name: 'evm_revert',
  aliases: ['anvil_revert', 'hardhat_revert'],
  summary: 'Goes back to a snapshot, which is used up by it; answers whether it was there.',
  params: v.strictTuple([looseQuantity64]),
  handler: ({ devnet }, [id]) => devnet.history.revert(quantity(id)),
})
