import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled } from '../../peer.ts'
import { data } from '../../schema/data.ts'

/** As anvil answers it. */
export const loadState = defineMethod({
  name: 'anvil_loadState',
  aliases: alsoCalled('loadState'),
  summary:
    "Loads a state file on top of the chain, plain or compressed: its accounts are added or overwritten, its blocks replace the chain's.",
  params: v.strictTuple([data]),
  handler: async ({ devnet }, [bytes]) => {
    await devnet.stateFiles.load(bytes)
    return true
  },
})
