import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { modifiedAccounts } from '../../modifiedAccounts.ts'
import { looseBlockNumber } from '../../schema/looseBlockId.ts'

/** As geth answers it. */
export const getModifiedAccountsByNumber = defineMethod({
  name: 'debug_getModifiedAccountsByNumber',
  summary:
    'Addresses of the accounts that changed in a block, or in all blocks after it up to another.',
  params: v.strictTuple([looseBlockNumber, v.optional(looseBlockNumber)]),
  handler: async ({ reader }, [start, end]) =>
    modifiedAccounts(reader, await reader.view(start), end && (await reader.view(end))),
})
