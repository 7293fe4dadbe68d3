import type { BlockHeader } from '@ethereumjs/block'
import * as v from 'valibot'
import { TooManyLogsError } from '../../../chain/chainErrors.ts'
import { ReceiptTimeout } from '../../../devnet/status/receiptWaits.ts'
import { type Conditional, checkConditional } from '../../../devnet/submit/conditional.ts'
import { nextCommon } from '../../../devnet/submit/sendTransaction.ts'
import type { Machine } from '../../../ethereumjs/machine.ts'
import { decodeWithoutBlobs } from '../../../ethereumjs/transaction/decodeTransaction.ts'
import { effectiveGasPrice, type TransactionRun } from '../../../execution/rules/receipt.ts'
import { type Hex, quantity } from '../../../lib/hex.ts'
import { zeroHash } from '../../../rpc/format/quantities.ts'
import { type Context, defineMethod } from '../../../rpc/method.ts'
import { getLogs } from '../../../rpc/methods/eth/logs.ts'
import {
  sendRawTransaction,
  sendRawTransactionConditional,
  sendRawTransactionSync,
  sendSync,
} from '../../../rpc/methods/eth/send.ts'
import { RpcError } from '../../../rpc/rpcError.ts'
import { addressKey, data } from '../../../rpc/schema/data.ts'
import { field, object } from '../../../rpc/schema/object.ts'
import { quantity64, quantity256 } from '../../../rpc/schema/quantity.ts'
import { defineSubscription, kindName } from '../../../rpc/subscribe/subscriptions.ts'
import type { SignedTransaction } from '../../../types/transaction.ts'
import { checksumAddress } from '../../../wallet/checksumAddress.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import { ownRules } from '../ownRules.ts'
import { createFeed } from './feed.ts'

/** How long a transaction after a gap in nonces waits for those before it, in ms. */
const gapMs = 1000

/** Type of transactions with blobs (EIP-4844). */
const blobType = 3

/** Seconds and number of a block of L1 from which its slots are counted: the first one after the merge. */
const merge = { time: 1_663_224_179n, number: 15_537_394n }
const slotSeconds = 12n

/** The number that the block of L1 of that time would have, if no slot had been missed. */
function l1BlockNumber({ timestamp }: Pick<BlockHeader, 'timestamp'>): bigint {
  return timestamp < merge.time ? 0n : merge.number + (timestamp - merge.time) / slotSeconds
}

/** Whether one of the nonces before the transaction's is missing. */
function isAfterGap({ devnet }: Pick<Context, 'devnet'>, { sender, hash }: SignedTransaction) {
  return devnet.pool.contentOf(sender.bytes).queued.some((queued) => queued.hash === hash)
}

/**
 * Takes a transaction. One after a gap in nonces waits a second for those before it. Then it leaves the pool, and
 * its sender gets the error.
 */
async function submitInTurn(
  context: Pick<Context, 'devnet' | 'page'>,
  bytes: Uint8Array,
): Promise<SignedTransaction> {
  const { devnet, page } = context
  if (bytes[0] === blobType) throw new RpcError(-32000, 'transaction type not supported')
  const transaction = await devnet.submit(bytes, page)
  if (!isAfterGap(context, transaction)) return transaction
  await devnet.receiptWaits.wait(transaction, gapMs).catch((error) => {
    if (!(error instanceof ReceiptTimeout)) throw error
  })
  if (!isAfterGap(context, transaction)) return transaction
  devnet.development.drop([transaction.hash])
  const { sender, envelope } = transaction
  const state = devnet.chain.head.state.account(sender.bytes)?.nonce ?? 0n
  throw new RpcError(
    -32000,
    `nonce too high: address ${checksumAddress(sender.bytes)}, tx: ${envelope.nonce} state: ${state}`,
  )
}

const send = defineMethod({
  ...sendRawTransaction,
  handler: async (context, [bytes]) => (await submitInTurn(context, bytes)).hash,
})

const sendAndWait = defineMethod({
  ...sendRawTransactionSync,
  handler: (context, [bytes, timeout]) =>
    sendSync(context, timeout, () => submitInTurn(context, bytes)),
})

/** Nitro's names of conditions, by ours. */
const words = [
  [/block number .* below/, 'BlockNumberMin'],
  [/block number .* above/, 'BlockNumberMax'],
  [/timestamp .* below/, 'TimestampMin'],
  [/timestamp .* above/, 'TimestampMax'],
  [/storage root/, 'Storage root hash'],
  [/slot/, 'Storage slot value'],
] as const

/** Throws Nitro's error for the first condition that does not hold; numbers of blocks are those of L1. */
function checkOnL1(conditions: Conditional, { devnet }: Pick<Context, 'devnet'>): void {
  const { header, state } = devnet.chain.head
  try {
    checkConditional(conditions, { number: l1BlockNumber(header), header, state })
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const [, name] = words.find(([pattern]) => pattern.test(message)) ?? []
    throw name === undefined ? error : new RpcError(-32003, `${name} condition not met`)
  }
}

const sendConditional = defineMethod({
  ...sendRawTransactionConditional,
  handler: async (context, [bytes, conditions]) => {
    checkOnL1(conditions, context)
    return (await submitInTurn(context, bytes)).hash
  },
})

const submission = object({
  chainId: field(quantity256),
  round: field(quantity64),
  auctionContractAddress: field(addressKey),
  transaction: field(data),
  options: field(v.unknown()),
  sequenceNumber: field(quantity64),
  signature: field(data),
})

/** Seconds of a round of the express lane. */
const roundSeconds = 60n

/** An error of Nitro: what is wrong, and its name. */
function refuse(what: string, name: string): never {
  throw new RpcError(-32000, what === '' ? name : `${what}: ${name}`)
}

const sendExpressLane = defineMethod({
  name: 'timeboost_sendExpressLaneTransaction',
  sends: true,
  summary:
    'On Arbitrum a transaction for the express lane; without an auction no round has a controller, so it is refused.',
  params: v.strictTuple([submission]),
  handler: async ({ devnet, reader }, [{ chainId, round = 0n, transaction, signature }]) => {
    if (transaction === undefined || signature === undefined) refuse('', 'MALFORMED_DATA')
    decodeWithoutBlobs(transaction as Uint8Array, await nextCommon(reader))
    const own = devnet.protocol.chainId
    if (chainId !== own) {
      const [got, want] = [chainId ?? '<nil>', own]
      refuse(
        `express lane tx chain ID ${got} does not match current chain ID ${want}`,
        'WRONG_CHAIN_ID',
      )
    }
    const { head, genesis } = devnet.chain
    const current = (head.header.timestamp - genesis.header.timestamp) / roundSeconds
    if (round !== current) {
      refuse(
        `express lane tx round ${round} does not match current round ${current}`,
        'BAD_ROUND_NUMBER',
      )
    }
    return refuse(
      `no on-chain controller for round ${round} (current round ${current}, ValidateExpressLaneTx)`,
      'NO_ONCHAIN_CONTROLLER',
    )
  },
})

const maxPriorityFeePerGas = defineMethod({
  name: 'eth_maxPriorityFeePerGas',
  summary: 'On Arbitrum always 0: the sequencer takes no tips.',
  params: v.strictTuple([]),
  handler: () => quantity(0),
})

const logs = defineMethod({
  ...getLogs,
  handler: async (context, args) => {
    const most = context.devnet.settings.network?.maxLogs
    if (most === undefined) return getLogs.handle(context, args)
    const found = await Promise.resolve(getLogs.handle(context, args)).catch((error) => {
      if (!(error instanceof TooManyLogsError)) throw error
    })
    if (found === undefined || found.length > most) {
      throw new RpcError(-32000, `logs matched by query exceeds limit of ${most}`)
    }
    return found
  },
})

/** The sequencer's queue is not to be seen: nothing is pushed. */
const newPendingTransactions = defineSubscription({
  name: 'newPendingTransactions',
  params: v.strictTuple([kindName, v.optional(v.boolean('expected a boolean'))]),
  start: () => () => {},
})

/** Runs a transaction, and gives back its tip: all pay the base fee alone. */
async function runTransaction(
  { state }: Machine,
  { envelope, sender }: SignedTransaction,
  { baseFeePerGas = 0n, coinbase }: BlockHeader,
  plain: () => Promise<TransactionRun>,
): Promise<TransactionRun> {
  const run = await plain()
  const tip = run.gasUsed * (effectiveGasPrice(envelope, baseFeePerGas) - baseFeePerGas)
  // An amount of zero creates no account (EIP-161).
  if (tip === 0n) return run
  for (const [address, amount] of [[coinbase.bytes, -tip] as const, [sender.bytes, tip] as const]) {
    const balance = state.readAccount(address)?.balance ?? 0n
    state.writeAccount(address, { balance: balance + amount })
  }
  return run
}

/** What a header says of messages to L1, of which there are none. */
const noMessages: { readonly sendCount: Hex; readonly sendRoot: Hex } = {
  sendCount: '0x0',
  sendRoot: zeroHash,
}

/** Chains of Arbitrum's Nitro. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      'A node answers a send when the transaction is in a block; here it answers at once, and the pool shows the transaction until then.',
      'Fees for data on L1 are missing: `gasUsedForL1` is 0. The base fee stays the lowest one, whatever the backlog.',
      'ArbOS is missing: its precompiles, its transactions, retryable tickets and messages between the layers.',
      "NUMBER and BLOCKHASH are the devnet's blocks; `l1BlockNumber` counts slots of 12 s since the merge.",
      'Messages of the feed have no signatures, and one that connects gets no earlier messages.',
      'There is no auction: the express lane refuses every transaction, and `timeboosted` is false.',
    ],
    sources: [
      { from: 'OffchainLabs/nitro at 6dce8d13, execution/gethexec', date: '2026-04-23', sure: 3 },
      { from: 'docs.chainstack.com, Arbitrum', date: '2026-11-27', sure: 2 },
      { from: 'measured blocks and logs of Robinhood Chain', date: '2026-11-27', sure: 1 },
    ],
  },
  rules: (record) => ownRules(record, { run: runTransaction }),
  start: (node) => {
    node.hooks.stream = createFeed(node, ({ header }) => l1BlockNumber(header))
  },
  answers: {
    block: (shown, { header }) => ({
      ...shown,
      l1BlockNumber: quantity(l1BlockNumber(header)),
      ...noMessages,
    }),
    receipt: (shown, _receipt, { header }) => ({
      ...shown,
      effectiveGasPrice: quantity(header.baseFeePerGas ?? 0n),
      gasUsedForL1: '0x0',
      l1BlockNumber: quantity(l1BlockNumber(header)),
      timeboosted: false,
    }),
  },
  methods: [send, sendAndWait, sendConditional, sendExpressLane, maxPriorityFeePerGas, logs],
  subscriptions: [newPendingTransactions],
}
