import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { alsoCalled } from '../../peer.ts'

/** As anvil answers it. */
export const dumpState = defineMethod({
  name: 'anvil_dumpState',
  aliases: alsoCalled('dumpState'),
  summary:
    'The chain as a state file, compressed with gzip; on wish with past states as Anvil has them.',
  params: v.strictTuple([v.nullish(v.boolean('expected a boolean'))]),
  handler: async ({ devnet }, [preserveHistoricalStates]) => {
    const bytes = await devnet.stateFiles.dump({
      preserveHistoricalStates: preserveHistoricalStates ?? undefined,
    })
    // Not before it is asked for: the chain itself needs nothing of Node.
    const [{ gzip }, { promisify }] = await Promise.all([import('node:zlib'), import('node:util')])
    const compressed = await promisify(gzip)(bytes)
    return `0x${compressed.toString('hex')}`
  },
})
