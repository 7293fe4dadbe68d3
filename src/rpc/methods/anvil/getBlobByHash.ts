import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import type { Reader } from '../../../devnet/read/reader.ts'
import { blobsOf } from '../../../ethereumjs/transaction/blobsBundle.ts'
import { bytesToHex, type Hex } from '../../../lib/hex.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** Looks through all transactions: nobody needs it fast. */
export const getBlobByHash = defineMethod({
  name: 'anvil_getBlobByHash',
  summary: 'Blob by its versioned hash, wherever its transaction is; `null` when there is none.',
  params: v.strictTuple([hash32]),
  handler: ({ devnet, reader }, [hash]) => {
    for (const transaction of transactionsOf(devnet, reader)) {
      const index = versionedHashes(transaction).indexOf(hash)
      const blob = index === -1 ? undefined : blobsOf([transaction]).blobs[index]
      if (blob !== undefined) return bytesToHex(blob)
    }
    return null
  },
})

function* transactionsOf({ pool }: Devnet, reader: Reader): Generator<SignedTransaction, void> {
  yield* reader.pending?.transactions ?? []
  yield* pool.all()
  const { number } = reader.head
  for (const { transactions } of [...reader.filledBlocks(0n, number)].reverse()) {
    yield* transactions
  }
}

function versionedHashes({ envelope }: SignedTransaction): readonly Hex[] {
  return 'blobVersionedHashes' in envelope ? (envelope.blobVersionedHashes as Hex[]) : []
}
