import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import { TransactionDecodeError } from '../../../ethereumjs/transaction/refusals.ts'
import { matchesLog } from '../../../execution/logFilter.ts'
import { bytesToHex, quantity } from '../../../lib/hex.ts'
import { formatReceipt } from '../../../rpc/format/receipt.ts'
import { logInShape } from '../../../rpc/format/shape.ts'
import { formatTransaction } from '../../../rpc/format/transaction.ts'
import { defineMethod } from '../../../rpc/method.ts'
import { sendRawTransaction, sendRawTransactionSync } from '../../../rpc/methods/eth/send.ts'
import { RpcError } from '../../../rpc/rpcError.ts'
import { checkTopics, logFilter } from '../../../rpc/schema/logFilter.ts'
import { defineSubscription, kindName } from '../../../rpc/subscribe/subscriptions.ts'
import type { FlashblockEvent } from '../../../types/events.ts'
import type { Receipt } from '../../../types/transaction.ts'
import type { Flashblock } from '../../../types/view.ts'
import { changedAccounts } from '../accountChanges.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import { ownRules } from '../ownRules.ts'

function formatShredTransaction(receipt: Receipt, { flashblock }: FlashblockEvent) {
  const { view } = flashblock
  const shown = formatTransaction(receipt.transaction)
  // Its place is that of the shred.
  const { from, blockHash, blockNumber, blockTimestamp, transactionIndex, yParity, ...rest } = shown
  const { type } = shown
  const { status, cumulativeGasUsed, logs } = formatReceipt(receipt, view) as ReturnType<
    typeof formatReceipt
  > & { readonly status?: string }
  return {
    transaction: { ...rest, signer: from },
    receipt: {
      type,
      status,
      cumulativeGasUsed,
      logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
    },
  }
}

/** Formats a shred as RISE's nodes push it, and its client (`shred-api`) decodes it. */
function formatShred(devnet: Devnet, event: FlashblockEvent, hasChanges: boolean) {
  const { view, receipts } = event.flashblock
  const { flashblock } = event
  return {
    blockNumber: Number(view.number),
    // Index 0 opens the block and has no transactions.
    shredIdx: flashblock.index - 1,
    blockTimestamp: Number(view.header.timestamp),
    startingLogIndex: receipts[0]?.firstLogIndex ?? 0,
    transactions: receipts.map((receipt) => formatShredTransaction(receipt, event)),
    ...(hasChanges && { stateChanges: changesIn(devnet, flashblock) }),
  }
}

/** The accounts that the shred has changed, by their addresses. */
function changesIn(devnet: Devnet, flashblock: Flashblock) {
  const changed = changedAccounts(devnet, flashblock)
  return Object.fromEntries(
    changed.map(({ address, nonce, balance, storage, code }) => [
      address,
      {
        nonce: Number(nonce),
        balance: quantity(balance),
        storage: Object.fromEntries(storage),
        newCode: code === undefined ? null : bytesToHex(code),
      },
    ]),
  )
}

const shreds = defineSubscription({
  name: 'shreds',
  params: v.strictTuple([kindName, v.optional(v.boolean('expected a boolean'), false)]),
  start: (devnet, [, hasChanges], push) =>
    devnet.hub.on('newFlashblockTransactions', (event) =>
      push(JSON.stringify(formatShred(devnet, event, hasChanges))),
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

/** Sends, and refuses bytes that are no transaction in the words of RISE's nodes. */
async function decoded<Result>(sent: Result | Promise<Result>): Promise<Result> {
  try {
    return await sent
  } catch (error) {
    if (!(error instanceof TransactionDecodeError)) throw error
    throw new RpcError(-32602, 'failed to decode signed transaction')
  }
}

const send = defineMethod({
  ...sendRawTransaction,
  handler: (context, args) => decoded(sendRawTransaction.handle(context, args)),
})

const sendAndWait = defineMethod({
  ...sendRawTransactionSync,
  handler: (context, args) => decoded(sendRawTransactionSync.handle(context, args)),
})

/** RISE. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      'A burst is what the pool holds every 10 ms, a shred for each transaction.',
      "BLOCKHASH is Ethereum's, as are fees for data on L1.",
    ],
    sources: [
      { from: 'risechain/shred-api 0.3.0, its decoder', date: '2026-11-27', sure: 3 },
      { from: 'measured shreds, and errors of the RPC endpoint', date: '2026-09-07', sure: 1 },
    ],
  },
  rules: (record) => ownRules(record),
  methods: [send, sendAndWait],
  subscriptions: [shreds, logs],
}
