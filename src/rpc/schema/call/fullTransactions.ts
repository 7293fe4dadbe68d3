import * as v from 'valibot'
import { field, object } from '../object.ts'

/** Besu's way to ask for whole transactions. */
const besuOption = v.pipe(
  object({ includeTransactions: field(v.boolean('expected a boolean')) }),
  v.transform(({ includeTransactions = false }) => includeTransactions),
)

const flag = v.boolean('expected a boolean or an object')

/** Whether whole transactions are wanted instead of hashes. */
export const fullTransactions = v.lazy((input) => (typeof input === 'object' ? besuOption : flag))
