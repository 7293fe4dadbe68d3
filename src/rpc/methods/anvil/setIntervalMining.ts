import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled, done, peerOf } from '../../peer.ts'
import { interval } from '../../schema/interval.ts'

/** Independent of automine, as in Hardhat. */
export const setIntervalMining = defineMethod({
  name: 'anvil_setIntervalMining',
  aliases: alsoCalled('setIntervalMining'),
  summary:
    'Seals a block at every interval, 0 ends it: in seconds, fractions too; in ms as `hardhat_`, and as `evm_` with `compat: hardhat`. `[shortest, longest]` draws each interval from the seed.',
  params: v.strictTuple([interval]),
  handler: async (context, [time]) => {
    const unitMs = peerOf(context) === 'hardhat' ? 1 : 1000
    const [shortest, longest] = typeof time === 'number' ? [time, undefined] : time
    await context.devnet.development.setIntervalMining(
      shortest * unitMs,
      longest === undefined ? undefined : longest * unitMs,
    )
    return done(context)
  },
})
