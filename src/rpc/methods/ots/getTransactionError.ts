import * as v from 'valibot'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** Spec: Otterscan's custom JSON-RPC. */
export const getTransactionError = defineMethod({
  name: 'ots_getTransactionError',
  summary:
    'Revert data of a transaction, `0x` when it has not reverted; `null` while it has not run.',
  params: v.strictTuple([hash32]),
  handler: ({ reader }, [hash]) => {
    const receipt = reader.transaction(hash)?.receipt
    if (receipt === undefined) return null
    return receipt.status === 0 ? bytesToHex(receipt.output) : '0x'
  },
})
