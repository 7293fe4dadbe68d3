import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled } from '../../peer.ts'

/** As anvil answers it: a number. */
export const getGenesisTime = defineMethod({
  name: 'anvil_getGenesisTime',
  aliases: alsoCalled('getGenesisTime'),
  summary: 'Time of the genesis block, in seconds.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => Number(devnet.chain.genesis.header.timestamp),
})

/** As newer versions of anvil answer it: a number. */
export const getLastBlockWallTime = defineMethod({
  name: 'anvil_getLastBlockWallTime',
  summary:
    'When the last block was sealed by the clock that nobody moves, in seconds: with a manual clock, its time.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => Math.floor(devnet.clock.sealedMs / 1000),
})
