import * as v from 'valibot'
import { quantity } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** As ganache, Hardhat and anvil answer it. */
export const revert = defineMethod({
  name: 'evm_revert',
  aliases: ['anvil_revert', 'hardhat_revert'],
  summary: 'Makes everything as it was at a snapshot, which is spent then; whether it was there.',
  params: v.strictTuple([looseQuantity64]),
  handler: ({ devnet }, [id]) => devnet.history.revert(quantity(id)),
})
