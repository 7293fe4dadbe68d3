import * as v from 'valibot'
import { isTimed } from '../../../devnet/options/cadenceOptions.ts'
import { defineMethod } from '../../method.ts'
import { alsoCalled, peerOf } from '../../peer.ts'

export const getIntervalMining = defineMethod({
  name: 'anvil_getIntervalMining',
  aliases: alsoCalled('getIntervalMining'),
  summary:
    'Time between blocks in the unit of `anvil_setIntervalMining`; null when blocks are not made at an interval.',
  params: v.strictTuple([]),
  handler: (context) => {
    const { cadence } = context.devnet.schedule
    if (!isTimed(cadence)) return null
    const unitMs = peerOf(context) === 'hardhat' ? 1 : 1000
    const { blockRangeMs } = cadence
    return blockRangeMs?.map((ms) => ms / unitMs) ?? cadence.blockMs / unitMs
  },
})
