import * as v from 'valibot'
import { createPace } from '../../../clock/pace.ts'
import { formatDump } from '../../format/stateDump.ts'
import { defineMethod } from '../../method.ts'
import { shortData } from '../../schema/data.ts'
import { looseBlockId } from '../../schema/looseBlockId.ts'
import { looseInteger } from '../../schema/quantity.ts'

/** geth's limit. */
const mostResults = 256

const flag = v.optional(v.boolean('expected a boolean'), false)

/** As geth answers it; the last parameter, for accounts whose address is not known, has no meaning here. */
export const accountRange = defineMethod({
  name: 'debug_accountRange',
  summary:
    'Accounts after a block in the order of their hashed addresses, at most 256, starting at the given hash.',
  params: v.strictTuple([
    looseBlockId,
    v.optional(shortData(32), '0x'),
    v.optional(looseInteger, mostResults),
    flag,
    flag,
    flag,
  ]),
  handler: async ({ devnet, reader }, [id, from, wanted, noCode, noStorage]) => {
    const { state } = await reader.view(id)
    const mostAccounts = wanted === 0 ? mostResults : Math.min(wanted, mostResults)
    const options = { from, mostAccounts, noCode, noStorage }
    return formatDump(state, options, createPace(devnet.machines.clock))
  },
})
