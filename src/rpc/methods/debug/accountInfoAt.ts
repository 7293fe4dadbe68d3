import * as v from 'valibot'
import { stateAfter } from '../../../execution/trace/replay.ts'
import { defineMethod } from '../../method.ts'
import { address } from '../../schema/address.ts'
import { looseBlockId } from '../../schema/looseBlockId.ts'
import { looseInteger } from '../../schema/quantity.ts'
import { tracedBlock, traceEngine } from '../../trace/tracing.ts'
import { accountInfo } from '../eth/getAccountInfo.ts'

/** As reth and anvil answer it. */
export const accountInfoAt = defineMethod({
  name: 'debug_accountInfoAt',
  summary:
    'Balance, nonce and code of an account after the transaction at an index of a block; `null` when there is none.',
  params: v.strictTuple([looseBlockId, looseInteger, address]),
  handler: async ({ devnet, reader }, [id, index, account]) => {
    const view = await reader.find(id)
    if (view?.transactions[index] === undefined) return null
    const block = await tracedBlock(reader, view)
    return accountInfo(await stateAfter(traceEngine(devnet), block, index), account)
  },
})
