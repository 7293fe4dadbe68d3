import * as v from 'valibot'
import { blobsOf } from '../../../ethereumjs/transaction/blobsBundle.ts'
import { bytesToHex } from '../../../lib/hex.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** Blobs are kept as long as their transaction. */
export const getBlobsByTransactionHash = defineMethod({
  name: 'anvil_getBlobsByTransactionHash',
  summary: 'Blobs of a transaction, wherever it is; `null` when it was sent without them.',
  params: v.strictTuple([hash32]),
  handler: ({ reader }, [hash]) => {
    const transaction = reader.transaction(hash)?.transaction
    if (transaction?.sidecar === undefined) return null
    return blobsOf([transaction]).blobs.map(bytesToHex)
  },
})
