import * as v from 'valibot'
import { createPace } from '../../../clock/pace.ts'
import { formatDump } from '../../format/stateDump.ts'
import { defineMethod } from '../../method.ts'
import { looseBlockId } from '../../schema/looseBlockId.ts'

/** As geth answers it. */
export const dumpBlock = defineMethod({
  name: 'debug_dumpBlock',
  summary: 'All accounts after a block, with code and storage.',
  params: v.strictTuple([looseBlockId]),
  handler: async ({ devnet, reader }, [id]) => {
    const { state } = await reader.view(id)
    return formatDump(state, { mostAccounts: Infinity }, createPace(devnet.machines.clock))
  },
})
