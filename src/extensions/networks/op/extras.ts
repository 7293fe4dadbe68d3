import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import { bytesToHex, type Hex } from '../../../lib/hex.ts'
import { headerInShape, receiptInShape, transactionInShape } from '../../../rpc/format/shape.ts'
import { defineMethod } from '../../../rpc/method.ts'
import { invalidParams } from '../../../rpc/rpcError.ts'
import { addressKey } from '../../../rpc/schema/data.ts'
import { boundedList } from '../../../rpc/schema/object.ts'
import { defineSubscription, kindName } from '../../../rpc/subscribe/subscriptions.ts'
import type { OpStackRecord } from '../../../types/network.ts'
import type { Receipt } from '../../../types/transaction.ts'
import type { Flashblock } from '../../../types/view.ts'
import type { NetworkBehaviour } from '../behaviour.ts'

const supportedCapabilities = defineMethod({
  name: 'op_supportedCapabilities',
  summary: 'On World Chain what its nodes support: `flashblocksv1`.',
  params: v.strictTuple([]),
  handler: () => ['flashblocksv1'],
})

const flashblocksEnabled = defineMethod({
  name: 'eth_flashblocksEnabled',
  summary: 'On X Layer whether the node has received a flashblock.',
  params: v.strictTuple([]),
  handler: ({ devnet }) => devnet.publisher.flashblocks.length > 0,
})

/** Addresses that a subscription can name. */
const maxAddresses = 1_000

const flag = v.optional(v.boolean('expected a boolean'), false)

const wanted = v.strictObject({
  headerInfo: flag,
  subTxFilter: v.optional(
    v.strictObject({
      subscribeAddresses: v.optional(boundedList(addressKey, maxAddresses), []),
      txInfo: flag,
      txReceipt: flag,
      txInnerTx: flag,
    }),
    {},
  ),
})

type Filter = v.InferOutput<typeof wanted>['subTxFilter']

/** Whether one of the addresses sent the transaction, is its recipient or emitted one of its logs. */
function concerns(addresses: ReadonlySet<Hex>, { transaction, logs }: Receipt): boolean {
  const { sender, envelope } = transaction
  const own = [sender.bytes, envelope.to?.bytes, ...logs.map(({ address }) => address)]
  return own.some((bytes) => bytes !== undefined && addresses.has(bytesToHex(bytes)))
}

function transactionEvent(
  receipt: Receipt,
  { view }: Flashblock,
  { txInfo, txReceipt }: Filter,
  devnet: Devnet,
) {
  const { transaction } = receipt
  return {
    type: 'transaction',
    transaction: {
      txHash: transaction.hash,
      ...(txInfo && { txData: transactionInShape({ transaction, block: view, receipt }, devnet) }),
      ...(txReceipt && { receipt: receiptInShape(receipt, view, devnet) }),
    },
  }
}

/** X Layer's stream of headers and transactions as flashblocks come. */
const flashblocks = defineSubscription({
  name: 'flashblocks',
  params: v.strictTuple([kindName, v.optional(wanted, {})]),
  start: (devnet, [, { headerInfo, subTxFilter }], push) => {
    const { subscribeAddresses, txInnerTx } = subTxFilter
    if (subscribeAddresses.length > maxAddresses)
      throw invalidParams('too many subscribe addresses')
    if (txInnerTx) {
      throw invalidParams(
        'txInnerTx: preconf has no inner transactions; use debug_traceTransaction',
      )
    }
    const addresses: ReadonlySet<Hex> = new Set(subscribeAddresses)
    return devnet.hub.on('newFlashblocks', ({ flashblock }) => {
      const { index, view, receipts } = flashblock
      if (headerInfo && index === 0) {
        push(JSON.stringify({ type: 'header', header: headerInShape(view, devnet) }))
      }
      for (const receipt of receipts) {
        if (addresses.size > 0 && !concerns(addresses, receipt)) continue
        push(JSON.stringify(transactionEvent(receipt, flashblock, subTxFilter, devnet)))
      }
    })
  },
})

/** Returns what the nodes of some networks of the OP stack have besides. */
export function extrasOf({
  hasCapabilities,
  hasFlashblocksKind,
}: OpStackRecord): Required<Pick<NetworkBehaviour, 'methods' | 'subscriptions'>> {
  return {
    methods: [
      ...(hasCapabilities ? [supportedCapabilities] : []),
      ...(hasFlashblocksKind ? [flashblocksEnabled] : []),
    ],
    subscriptions: hasFlashblocksKind ? [flashblocks] : [],
  }
}
