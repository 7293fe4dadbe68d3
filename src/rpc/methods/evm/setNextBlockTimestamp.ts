import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { peerOf } from '../../peer.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'

/** Hardhat answers the time as a decimal string. */
export const setNextBlockTimestamp = defineMethod({
  name: 'evm_setNextBlockTimestamp',
  aliases: ['anvil_setNextBlockTimestamp', 'hardhat_setNextBlockTimestamp'],
  summary: 'Sets the timestamp of the next block, in seconds; time goes on from there.',
  params: v.strictTuple([looseQuantity64]),
  handler: async (context, [timestamp]) => {
    const { development, reader } = context.devnet
    await development.moveTime((clock) => clock.setNext(timestamp, reader.head.header.timestamp))
    return peerOf(context) === 'hardhat' ? String(timestamp) : null
  },
})
