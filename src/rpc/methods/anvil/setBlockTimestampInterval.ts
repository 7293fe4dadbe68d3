import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done, peerOf } from '../../peer.ts'
import { invalidArgument } from '../../rpcError.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

export const setBlockTimestampInterval = defineMethod({
  name: 'anvil_setBlockTimestampInterval',
  aliases: alsoCalled('setBlockTimestampInterval'),
  summary: 'Sets the seconds from each block to the next; in ms as `hardhat_`, which viem sends.',
  params: v.strictTuple([looseQuantity64]),
  handler: async (context, [interval]) => {
    const unit = peerOf(context) === 'hardhat' ? 1000n : 1n
    if (interval % unit !== 0n) {
      throw invalidArgument(
        0,
        `${interval} ms is not a whole number of seconds, which timestamps of blocks need`,
      )
    }
    await context.devnet.development.moveTime((clock) => clock.setInterval(interval / unit))
    return done(context)
  },
})
