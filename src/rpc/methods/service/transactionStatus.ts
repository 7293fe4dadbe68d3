import * as v from 'valibot'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/data.ts'

/** The service's status method, under the name of its chain. */
export function createTransactionStatus(chainName: string) {
  return defineMethod({
    name: `${chainName}_transactionStatus`,
    summary: 'Whether a transaction has reached the node: `Known` or `Unknown`.',
    params: v.strictTuple([hash32]),
    handler: ({ reader }, [hash]) => ({
      status: reader.transaction(hash) === undefined ? 'Unknown' : 'Known',
    }),
  })
}
