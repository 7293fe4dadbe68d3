import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { done } from '../../peer.ts'
import { invalidParams } from '../../rpcError.ts'
import { bytes32 } from '../../schema/hash32.ts'

export const setNextBlockPrevRandao = defineMethod({
  name: 'anvil_setNextBlockPrevRandao',
  aliases: [
    'hardhat_setNextBlockPrevRandao',
    'hardhat_setPrevRandao',
    'anvil_setPrevRandao',
    'evm_setPrevRandao',
  ],
  summary: 'Sets the prev randao of the next block, 32 bytes.',
  params: v.strictTuple([bytes32]),
  handler: async (context, [prevRandao]) => {
    const { header } = await context.reader.context({ tag: 'pending' })
    if (!header.common.isActivatedEIP(4399)) {
      const problem = `there is no prev randao at hardfork ${header.common.hardfork()}`
      throw invalidParams(`${context.calledAs}: ${problem}, it exists from paris on`)
    }
    await context.devnet.development.choose({ prevRandao })
    return done(context)
  },
})
