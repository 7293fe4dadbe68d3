import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { addressKey } from '../../schema/address.ts'
import { pageSize } from '../../schema/pageSize.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { formatSearch, searchTransactions } from '../../trace/searchTransactions.ts'
import { traceEngine } from '../../trace/tracing.ts'

/** Spec: Otterscan's custom JSON-RPC. */
export const searchTransactionsAfter = defineMethod({
  name: 'ots_searchTransactionsAfter',
  summary:
    'A page of the sealed transactions that involve an account, after a block or from genesis (0) on; newest first.',
  params: v.strictTuple([addressKey, looseQuantity64, pageSize, traceLimit]),
  handler: async ({ devnet, reader }, [account, number, size, limit]) => {
    const blocks = reader.filledBlocks(number + 1n, reader.head.number)
    const wanted = { account, pageSize: size }
    const { found, isComplete } = await searchTransactions(
      traceEngine(devnet, limit),
      reader,
      blocks,
      wanted,
    )
    return formatSearch(found, { firstPage: isComplete, lastPage: number === 0n })
  },
})
