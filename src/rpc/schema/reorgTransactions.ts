import * as v from 'valibot'
import { callRequest } from './call/callRequest.ts'
import { data } from './data.ts'
import { list } from './object.ts'
import { looseInteger } from './quantity.ts'

/** As many transactions take a few seconds. */
const mostTransactions = 10_000

const transaction = v.lazy((input) => (typeof input === 'string' ? data : callRequest))

/** anvil's pairs of a transaction, signed or to be signed, and the new block that it is for. */
export const reorgTransactions = v.pipe(
  list(
    v.pipe(
      v.strictTuple([transaction, looseInteger], 'expected a pair of transaction and block index'),
      v.transform(([made, block]) => ({ transaction: made, block })),
    ),
  ),
  v.maxLength(mostTransactions, `more than ${mostTransactions} transactions`),
)
