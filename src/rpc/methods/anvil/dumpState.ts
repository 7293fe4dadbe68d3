import * as v from 'valibot'
import { gzipped } from '../../../files/gzipped.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { alsoCalled } from '../../peer.ts'

/** As anvil answers it. */
export const dumpState = defineMethod({
  name: 'anvil_dumpState',
  aliases: alsoCalled('dumpState'),
  summary:
    "The chain as a state file, compressed with gzip; optionally with past states in Anvil's form.",
  params: v.strictTuple([v.nullish(v.boolean('expected a boolean'))]),
  handler: async ({ devnet }, [preserveHistoricalStates]) => {
    const content = await devnet.stateFiles.content({
      preserveHistoricalStates: preserveHistoricalStates ?? undefined,
    })
    return bytesToHex(await gzipped(content))
  },
})
