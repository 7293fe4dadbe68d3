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
