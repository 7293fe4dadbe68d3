import * as v from 'valibot'
import { receiptInShape } from '../../../rpc/format/shape.ts'
import { formatTransaction } from '../../../rpc/format/transaction.ts'
import { defineMethod } from '../../../rpc/method.ts'
import { sendRawTransactionSync, sendSync, wait } from '../../../rpc/methods/eth/send.ts'
import { data } from '../../../rpc/schema/data.ts'
import { defineSubscription, kindName } from '../../../rpc/subscribe/subscriptions.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import { ownRules } from '../ownRules.ts'

/** Each transaction that the sequencer includes, before it has run: its place is not known yet. */
const newIncludedTransactions = defineSubscription({
  name: 'tez_newIncludedTransactions',
  params: v.strictTuple([kindName]),
  start: (devnet, _params, push) =>
    devnet.hub.on('builtFlashblocks', ({ flashblock }) => {
      for (const transaction of flashblock.transactions) {
        push(JSON.stringify(formatTransaction(transaction)))
      }
    }),
})

/** Its receipt once it has run, without the hash of its block. */
const newPreconfirmedReceipts = defineSubscription({
  name: 'tez_newPreconfirmedReceipts',
  params: v.strictTuple([kindName]),
  start: (devnet, _params, push) =>
    devnet.hub.on('newFlashblockTransactions', ({ flashblock: { receipts, view } }) => {
      for (const receipt of receipts) push(JSON.stringify(receiptInShape(receipt, view, devnet)))
    }),
})

const sendAndWait = defineMethod({
  name: 'eth_sendRawTransactionSync',
  sends: true,
  summary: `${sendRawTransactionSync.summary} On Etherlink the third parameter chooses which receipt: "pending" or "latest".`,
  params: v.strictTuple([
    data,
    v.optional(v.nullable(wait)),
    v.optional(v.picklist(['latest', 'pending'], 'expected "latest" or "pending"'), 'latest'),
  ]),
  handler: (context, [bytes, timeout, block]) =>
    sendSync(context, timeout ?? undefined, () => context.devnet.submit(bytes, context.page), {
      isPublishedEnough: block === 'pending',
    }),
})

/** Etherlink. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      'Fees for data are missing, and the base fee stays at 1 gwei, whatever the backlog.',
      'The gas limit of blocks and the waits of a synchronous send are a guess.',
      '`safe` and `finalized` are 32 blocks behind: two blocks of Tezos.',
      'The kernel, its delayed inbox, withdrawals and blueprints are missing.',
    ],
    sources: [
      { from: 'changelog of octez-evm-node, 0.48', date: '2026-11-27', sure: 2 },
      { from: 'docs.etherlink.com, transactions and WebSockets', date: '2026-11-27', sure: 2 },
      { from: 'viem/chains, etherlink', date: '2026-08-22', sure: 3 },
    ],
  },
  rules: (record) => ownRules(record),
  methods: [sendAndWait],
  subscriptions: [newIncludedTransactions, newPreconfirmedReceipts],
}
