import * as v from 'valibot'
import type { BlockEvent } from '../../types/events.ts'
import { formatReceipt } from '../format/block/receipt.ts'
import { computeOnce, restOfPush } from '../format/encodeOnce.ts'
import { RpcError } from '../rpcError.ts'
import { hash32 } from '../schema/hash32.ts'
import { boundedList, field, object } from '../schema/object.ts'
import { defineSubscription, kindName } from './subscriptionKind.ts'

/** Transactions that a subscription can name, as in geth. */
const mostHashes = 200

const wanted = object({ transactionHashes: field(boundedList(hash32, mostHashes)) })

const encodeEach = computeOnce(({ block }: BlockEvent) =>
  block.receipts.map((receipt) => JSON.stringify(formatReceipt(receipt, block))),
)
const encodeAll = computeOnce((event: BlockEvent) => restOfPush(list(encodeEach(event))))

function list(texts: readonly string[]): string {
  return `[${texts.join()}]`
}

/**
 * The receipts of each sealed block in one list: all, or those of the transactions that are named.
 * Nothing is told of a block that has none of them.
 */
export const transactionReceipts = defineSubscription({
  name: 'transactionReceipts',
  params: v.strictTuple([kindName, v.optional(v.nullable(wanted), null)]),
  start: (devnet, [, filter], push) => {
    const hashes = filter?.transactionHashes ?? []
    if (hashes.length > mostHashes) {
      throw new RpcError(
        -32000,
        'exceed max number of transaction hashes allowed per transactionReceipts subscription',
      )
    }
    if (hashes.length === 0) {
      return devnet.hub.on('transactionReceipts', (event) => push(encodeAll(event)))
    }
    const isWanted = new Set(hashes)
    return devnet.hub.on('transactionReceipts', (event) => {
      const texts = encodeEach(event).filter((_, index) => {
        const transaction = event.block.transactions[index]
        return transaction !== undefined && isWanted.has(transaction.hash)
      })
      if (texts.length > 0) push(list(texts))
    })
  },
})
