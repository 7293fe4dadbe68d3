import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import { matchesLog } from '../../../execution/logFilter.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { formatReceipt } from '../../../rpc/format/receipt.ts'
import { logInShape } from '../../../rpc/format/shape.ts'
import { formatTransaction } from '../../../rpc/format/transaction.ts'
import { checkTopics, logFilter } from '../../../rpc/schema/logFilter.ts'
import { defineSubscription, kindName } from '../../../rpc/subscribe/subscriptions.ts'
import type { FlashblockEvent } from '../../../types/events.ts'
import type { Receipt } from '../../../types/transaction.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import { ownRules } from '../ownRules.ts'

function formatShredTransaction(receipt: Receipt, { flashblock }: FlashblockEvent) {
  const { view } = flashblock
  const { hash, from, type, ...rest } = formatTransaction(receipt.transaction)
  const { status, cumulativeGasUsed, logs } = formatReceipt(receipt, view) as ReturnType<
    typeof formatReceipt
  > & { readonly status?: string }
  return {
    transaction: { ...rest, hash, signer: from, type },
    receipt: {
      type,
      status,
      cumulativeGasUsed,
      logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
    },
  }
}

/** Formats a shred as RISE's nodes push it, and its client (`shred-api`) decodes it. */
function formatShred(event: FlashblockEvent, hasChanges: boolean) {
  const { view, receipts } = event.flashblock
  const { flashblock } = event
  return {
    blockNumber: Number(view.number),
    // Index 0 opens the block and has no transactions.
    shredIdx: flashblock.index - 1,
    blockTimestamp: Number(view.header.timestamp),
    startingLogIndex: receipts[0]?.firstLogIndex ?? 0,
    transactions: receipts.map((receipt) => formatShredTransaction(receipt, event)),
    ...(hasChanges && { stateChanges: changesIn(event) }),
  }
}

/** The senders and recipients after the shred. */
function changesIn({ flashblock }: FlashblockEvent) {
  const { receipts, view } = flashblock
  const touched = receipts.flatMap(({ transaction, logs }) => [
    transaction.sender.bytes,
    ...(transaction.envelope.to === undefined ? [] : [transaction.envelope.to.bytes]),
    ...logs.map(({ address }) => address),
  ])
  return Object.fromEntries(
    touched.map((address) => {
      const { nonce = 0n, balance = 0n } = view.state.account(address) ?? {}
      return [
        bytesToHex(address),
        { nonce: quantity(nonce), balance: quantity(balance), storage: {}, newCode: null },
      ]
    }),
  )
}

const shreds = defineSubscription({
  name: 'shreds',
  params: v.strictTuple([kindName, v.optional(v.boolean('expected a boolean'), false)]),
  start: (devnet, [, hasChanges], push) =>
    devnet.hub.on('newFlashblockTransactions', (event) =>
      push(JSON.stringify(formatShred(event, hasChanges))),
    ),
})

/** Logs come with the shred of their transaction, not with the block. */
const logs = defineSubscription({
  name: 'logs',
  params: v.strictTuple([kindName, v.optional(logFilter, {})]),
  start: (devnet: Devnet, [, filter], push) => {
    checkTopics(filter)
    return devnet.hub.on('pendingLogs', (event) => {
      for (const placed of event.logs) {
        if (!matchesLog(filter, placed.log)) continue
        push(JSON.stringify({ ...logInShape(placed, devnet), blockHash: null }))
      }
    })
  },
})

/** RISE. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      'Storage and code in `stateChanges` of a shred are empty.',
      "BLOCKHASH is Ethereum's, as are fees for data on L1.",
    ],
    sources: [{ from: 'risechain/shred-api, its decoder', date: '2026-11-27', sure: 3 }],
  },
  rules: (record) => ownRules(record),
  subscriptions: [shreds, logs],
}
