import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import type { Reader } from '../../../devnet/read/reader.ts'
import { blobsOf } from '../../../ethereumjs/transaction/blobSidecar.ts'
import { bytesToHex, type Hex } from '../../../lib/hex.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import { defineMethod, type Method } from '../../method.ts'
import { alsoCalled, done, peerOf } from '../../peers.ts'
import { invalidParams } from '../../rpcError.ts'
import { address, hash32 } from '../../schema/data.ts'

/** anvil answers the hash or null; Hardhat whether it was there, and refuses one that is mined. */
const dropTransaction = defineMethod({
  name: 'anvil_dropTransaction',
  aliases: alsoCalled('dropTransaction'),
  summary: 'Removes a transaction from the pool.',
  params: v.strictTuple([hash32]),
  handler: (context, [hash]) => {
    const { devnet, reader } = context
    const isHardhat = peerOf(context) === 'hardhat'
    if (isHardhat && reader.transaction(hash)?.block?.kind === 'sealed') {
      throw invalidParams(`Transaction ${hash} cannot be dropped because it's already mined`)
    }
    const dropped = devnet.development.drop([hash]).length > 0
    if (isHardhat) return dropped
    return dropped ? hash : null
  },
})

const dropAllTransactions = defineMethod({
  name: 'anvil_dropAllTransactions',
  aliases: alsoCalled('dropAllTransactions'),
  summary: 'Empties the pool except pre-confirmed transactions.',
  params: v.strictTuple([]),
  handler: (context) => {
    const { pool, development } = context.devnet
    development.drop(pool.all().map(({ hash }) => hash))
    return done(context)
  },
})

const removePoolTransactions = defineMethod({
  name: 'anvil_removePoolTransactions',
  aliases: alsoCalled('removePoolTransactions'),
  summary: 'Removes all transactions of an account from the pool.',
  params: v.strictTuple([address]),
  handler: (context, [sender]) => {
    const { pool, development } = context.devnet
    const { pending, queued } = pool.contentOf(sender)
    // The highest nonce first, so that none of them becomes executable meanwhile.
    development.drop([...pending, ...queued].map(({ hash }) => hash).reverse())
    return done(context)
  },
})

/** Searches all transactions: it need not be fast. */
const getBlobByHash = defineMethod({
  name: 'anvil_getBlobByHash',
  summary: 'Blob by its versioned hash, pooled or included; `null` when there is none.',
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

/** Blobs are kept as long as their transaction. */
const getBlobsByTransactionHash = defineMethod({
  name: 'anvil_getBlobsByTransactionHash',
  summary: 'Blobs of a transaction, pooled or included; `null` when it was sent without them.',
  params: v.strictTuple([hash32]),
  handler: ({ reader }, [hash]) => {
    const transaction = reader.transaction(hash)?.transaction
    if (transaction?.sidecar === undefined) return null
    return blobsOf([transaction]).blobs.map(bytesToHex)
  },
})

export const anvilPoolMethods: readonly Method[] = [
  dropAllTransactions,
  dropTransaction,
  getBlobByHash,
  getBlobsByTransactionHash,
  removePoolTransactions,
]
