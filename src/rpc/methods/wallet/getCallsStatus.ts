import * as v from 'valibot'
import type { CallBatch } from '../../../devnet/submit/callBatches.ts'
import { quantity } from '../../../lib/hex.ts'
import { formatReceipt } from '../../format/block/receipt.ts'
import { type Context, defineMethod } from '../../method.ts'
import { batchVersion, refusal } from './callBatch.ts'

/** EIP-5792's: not all are in blocks yet; all are; none is or will be; all have failed; some have. */
const status = { pending: 100, confirmed: 200, dropped: 400, reverted: 500, partial: 600 } as const

/** Spec: EIP-5792. */
export const getCallsStatus = defineMethod({
  name: 'wallet_getCallsStatus',
  summary: 'What has become of calls sent by `wallet_sendCalls`, with the receipts there are.',
  params: v.strictTuple([v.string('expected a string')]),
  handler: ({ devnet, reader }, [id]) => {
    const batch = devnet.callBatches.find(id)
    if (batch === undefined) throw refusal('unknownId', `"${id}"`)
    const receipts = batch.hashes.flatMap((hash) => receiptOf(reader, hash) ?? [])
    return {
      version: batchVersion,
      id,
      chainId: quantity(devnet.protocol.chainId),
      status: statusOf(batch, receipts, devnet),
      atomic: false,
      receipts,
    }
  },
})

type BatchReceipt = NonNullable<ReturnType<typeof receiptOf>>

function statusOf(
  { hashes, unsent }: CallBatch,
  receipts: readonly BatchReceipt[],
  { fates }: Context['devnet'],
): number {
  const gone = hashes.filter((hash) => {
    const { status } = fates.find(hash)
    return status === 'dropped' || status === 'unknown'
  }).length
  if (receipts.length + gone < hashes.length || hashes.length === 0) return status.pending
  const succeeded = receipts.filter((receipt) => receipt.status === '0x1').length
  if (receipts.length === 0) return status.dropped
  if (succeeded === 0) return status.reverted
  return succeeded === hashes.length + unsent ? status.confirmed : status.partial
}

/** What EIP-5792 asks for of a receipt, as soon as the transaction is pre-confirmed. */
function receiptOf(reader: Context['reader'], hash: CallBatch['hashes'][number]) {
  const located = reader.transaction(hash)
  if (located?.block === undefined) return undefined
  const formatted = formatReceipt(located.receipt, located.block)
  return {
    logs: formatted.logs.map(({ address, data, topics }) => ({ address, data, topics })),
    status: quantity(located.receipt.status),
    blockHash: formatted.blockHash,
    blockNumber: formatted.blockNumber,
    gasUsed: formatted.gasUsed,
    transactionHash: hash,
  }
}
