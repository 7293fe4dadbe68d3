import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { Problem, refined } from '../../schema/parsed.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** Yellow Paper: no header has a lower gas limit. */
const least = 5000n

const gasLimit = v.pipe(
  looseQuantity64,
  refined((value) => (value < least ? new Problem(`expected a number from ${least} up`) : value)),
)

export const setBlockGasLimit = defineMethod({
  name: 'evm_setBlockGasLimit',
  aliases: ['anvil_setBlockGasLimit', 'hardhat_setBlockGasLimit'],
  summary: 'Sets the gas limit of blocks, from the next one on; answers true.',
  params: v.strictTuple([gasLimit]),
  handler: async ({ devnet }, [limit]) => {
    await devnet.development.choose({ gasLimit: limit })
    return true
  },
})
