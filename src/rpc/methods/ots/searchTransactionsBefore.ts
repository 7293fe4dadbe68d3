import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { addressKey } from '../../schema/address.ts'
import { pageSize } from '../../schema/pageSize.ts'
import { looseQuantity64 } from '../../schema/quantity.ts'
import { traceLimit } from '../../schema/trace/traceLimit.ts'
import { formatSearch, searchTransactions } from '../../trace/searchTransactions.ts'
import { traceEngine } from '../../trace/tracing.ts'

/** Spec: Otterscan's custom JSON-RPC. */
export const searchTransactionsBefore = defineMethod({
  name: 'ots_searchTransactionsBefore',
  summary:
    'A page of the sealed transactions that involve an account, before a block or from the newest one (0) back.',
  params: v.strictTuple([addressKey, looseQuantity64, pageSize, traceLimit]),
  handler: async ({ devnet, reader }, [account, number, size, limit]) => {
    const { number: newest } = reader.head
    const firstPage = number === 0n || number > newest
    const older = reader.filledBlocks(1n, firstPage ? newest : number - 1n)
    const blocks = [...older].reverse()
    const wanted = { account, pageSize: size }
    const { found, isComplete } = await searchTransactions(
      traceEngine(devnet, limit),
      reader,
      blocks,
      wanted,
    )
    return formatSearch(found, { firstPage, lastPage: isComplete })
  },
})
