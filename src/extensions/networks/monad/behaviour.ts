import * as v from 'valibot'
import type { Devnet } from '../../../devnet/devnet.ts'
import {
  InvalidTransactionError,
  TransactionDecodeError,
} from '../../../ethereumjs/transaction/refusals.ts'
import { matchesLog } from '../../../execution/logFilter.ts'
import { bytesToBigInt, bytesToHex, type Hex, hexToBytes, quantity } from '../../../lib/hex.ts'
import { readRlp } from '../../../lib/rlp.ts'
import { formatBlockHeader } from '../../../rpc/format/block.ts'
import { formatReceiptLogs } from '../../../rpc/format/receipt.ts'
import { type Context, defineMethod } from '../../../rpc/method.ts'
import { getLogs } from '../../../rpc/methods/eth/logs.ts'
import { sendRawTransaction, sendRawTransactionSync } from '../../../rpc/methods/eth/send.ts'
import { RpcError } from '../../../rpc/rpcError.ts'
import { address, hash32 } from '../../../rpc/schema/data.ts'
import { checkTopics, logFilter } from '../../../rpc/schema/logFilter.ts'
import { kindName, type Push, type SubscriptionKind } from '../../../rpc/subscribe/subscriptions.ts'
import type { ChainState } from '../../../types/chainStates.ts'
import type { BlockId } from '../../../types/values.ts'
import type { SealedBlock } from '../../../types/view.ts'
import { keccak256 } from '../../../wasm/keccak/keccak256.ts'
import type { NetworkBehaviour } from '../behaviour.ts'
import { onBlockState } from '../blockStates.ts'
import { ownRules } from '../ownRules.ts'
import { noteBlock, runTransaction } from './execution.ts'

const kinds = ['monadNewHeads', 'newHeads', 'monadLogs', 'logs'] as const

type Kind = (typeof kinds)[number]

/** Gets each block with the state that it has come to. */
type Listener = (block: SealedBlock, state: ChainState) => void

/** The subscribers of a devnet, by kind: a node serves the kinds of an event in this order. */
class Feed {
  readonly #listeners = new Map<Kind, Set<Listener>>(kinds.map((kind) => [kind, new Set()]))
  #count = 0
  #end = () => {}

  add(devnet: Devnet, kind: Kind, listener: Listener): () => void {
    const own = this.#listeners.get(kind)
    own?.add(listener)
    if (this.#count++ === 0) {
      this.#end = onBlockState(devnet, (block, state) => {
        for (const listeners of this.#listeners.values()) {
          for (const one of [...listeners]) one(block, state)
        }
      })
    }
    return () => {
      own?.delete(listener)
      if (--this.#count === 0) this.#end()
    }
  }
}

const feeds = new WeakMap<Devnet, Feed>()

function follow(devnet: Devnet, kind: Kind, listener: Listener): () => void {
  const feed = feeds.get(devnet) ?? new Feed()
  feeds.set(devnet, feed)
  return feed.add(devnet, kind, listener)
}

/** What consensus calls a block before it has a hash: other than that hash, and the same in equal runs. */
function commitOf({ hash }: SealedBlock, { name }: ChainState) {
  const commitState = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return { blockId: bytesToHex(keccak256(hexToBytes(hash))), commitState }
}

/** The first members of a header as Monad's nodes write it, in their order; later forks' follow. */
const headerMembers = [
  'hash',
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
] as const

/** Formats a header, or a whole block: with the total difficulty and the size, and without withdrawals. */
function inMonadsShape(shown: object, size: number): object {
  const { uncles, transactions, withdrawals: _, size: __, ...header } = shown as HeaderShown
  const first = Object.fromEntries(headerMembers.map((name) => [name, header[name]]))
  return {
    ...first,
    ...header,
    totalDifficulty: '0x0',
    size: quantity(size),
    ...(transactions !== undefined && { uncles, transactions }),
  }
}

type HeaderShown = Readonly<Partial<Record<string, unknown>>>

function headOf(block: SealedBlock): object {
  return inMonadsShape(formatBlockHeader(block), block.size)
}

const parameters = v.strictTuple([kindName, v.optional(logFilter, {})])

type Filter = v.InferOutput<typeof logFilter>

/** Defines a kind whose wrong parameters are refused in the words of Monad's nodes. */
function define(
  name: Kind,
  messages: (
    devnet: Devnet,
    filter: Filter,
  ) => (block: SealedBlock, state: ChainState) => readonly object[],
): SubscriptionKind {
  const takesFilter = name === 'logs' || name === 'monadLogs'
  return {
    name,
    start: (devnet: Devnet, args: readonly unknown[], push: Push) => {
      const { success, output } = v.safeParse(parameters, args)
      if (!success || (args.length > 1 && !takesFilter)) {
        throw new RpcError(-32602, 'Invalid params')
      }
      const filter = output[1]
      checkTopics(filter)
      const messagesOf = messages(devnet, filter)
      return follow(devnet, name, (block, state) => {
        for (const message of messagesOf(block, state)) push(JSON.stringify(message))
      })
    },
  }
}

function isProposed({ reached }: ChainState): boolean {
  return reached === 'seal'
}

function logsOf(block: SealedBlock, filter: Filter): readonly object[] {
  return block.receipts.flatMap((receipt) => {
    const shown = formatReceiptLogs(receipt, block)
    return shown.filter((_, index) => {
      const log = receipt.logs[index]
      return log !== undefined && matchesLog(filter, log)
    })
  })
}

const subscriptions: readonly SubscriptionKind[] = [
  define('monadNewHeads', () => (block, state) => [
    { ...commitOf(block, state), ...headOf(block) },
  ]),
  define('newHeads', () => (block, state) => (isProposed(state) ? [headOf(block)] : [])),
  define(
    'monadLogs',
    (_devnet, filter) => (block, state) =>
      logsOf(block, filter).map((log) => ({ ...commitOf(block, state), ...log })),
  ),
  define(
    'logs',
    (_devnet, filter) => (block, state) => (isProposed(state) ? logsOf(block, filter) : []),
  ),
]

/** What Monad's pool says where geth's has other words, by the name of the error. */
const poolWords: Readonly<Record<string, string>> = {
  NonceTooLowError: 'Transaction nonce too low',
  InsufficientFundsError: 'Signer had insufficient balance',
  AlreadyKnownError: 'An existing transaction had higher priority',
  ReplacementUnderpricedError: 'An existing transaction had higher priority',
  FeeCapTooLowError: 'Transaction fee too low',
  GasPriceBelowMinimumError: 'Transaction fee too low',
  IntrinsicGasTooLowError: 'Gas limit too low',
  FloorGasTooLowError: 'Gas limit too low',
  PoolFullError: 'Transaction pool is full',
  GasLimitTooHighError: 'Exceeds transaction gas limit',
  BlockGasLimitError: 'Exceeds transaction gas limit',
  TypeNotSupportedError: 'Unsupported transaction type',
}

/** Runs it, and throws its errors in the words of Monad's nodes; `badBytes`: the error for bytes that are none. */
async function inMonadsWords<Result>(
  { devnet }: Pick<Context, 'devnet'>,
  bytes: Uint8Array,
  send: () => Result | Promise<Result>,
  badBytes: { readonly code: number; readonly message: string },
): Promise<Result> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof TransactionDecodeError) throw new RpcError(badBytes.code, badBytes.message)
    const words = error instanceof Error ? poolWords[error.name] : undefined
    if (words !== undefined) throw new RpcError(-32603, words)
    const isOfOtherChain =
      error instanceof InvalidTransactionError && ofOtherChain.test(error.message)
    if (!isOfOtherChain) throw error
    const expected = devnet.protocol.chainId
    throw new RpcError(-32000, `Invalid chain ID: expected ${expected}, got ${chainIdOf(bytes)}`)
  }
}

const ofOtherChain = /invalid chain id for signer/

/** Place of the signature's `v` in a legacy transaction. */
const vAt = 6

/** The id of the chain that a transaction was signed for. */
function chainIdOf(bytes: Uint8Array): bigint {
  const isTyped = (bytes[0] ?? 0) < 0xc0
  const fields = readRlp(isTyped ? bytes.subarray(1) : bytes) as readonly Uint8Array[]
  if (isTyped) return bytesToBigInt(fields[0] ?? new Uint8Array())
  // EIP-155: 35 and the parity are added to twice the id.
  return (bytesToBigInt(fields[vAt] ?? new Uint8Array()) - 35n) / 2n
}

const decodingError = { code: -32603, message: 'Transaction decoding error' }
const notReady = { code: 5, message: 'The transaction is not ready to be processed' }

const send = defineMethod({
  ...sendRawTransaction,
  handler: (context, args) =>
    inMonadsWords(context, args[0], () => sendRawTransaction.handle(context, args), decodingError),
})

const sendSync = defineMethod({
  ...sendRawTransactionSync,
  handler: (context, args) =>
    inMonadsWords(context, args[0], () => sendRawTransactionSync.handle(context, args), notReady),
})

const maxPriorityFeePerGas = defineMethod({
  name: 'eth_maxPriorityFeePerGas',
  summary: 'On Monad always 2 gwei.',
  params: v.strictTuple([]),
  handler: () => quantity(2_000_000_000n),
})

/** Blocks that a search of logs can span. */
const maxLogBlocks = 1_000n

const logs = defineMethod({
  ...getLogs,
  handler: async (context, args) => {
    const [{ fromBlock, toBlock, blockHash }] = args
    if (blockHash === undefined) {
      const [from, to] = await Promise.all(
        [fromBlock, toBlock].map(async (id: BlockId = { tag: 'latest' }) =>
          'number' in id ? id.number : (await context.reader.view(id)).number,
        ),
      )
      if (from === undefined || to === undefined) return []
      if (to - from > maxLogBlocks) throw new RpcError(-32602, 'block range too large')
    }
    return getLogs.handle(context, args)
  },
})

/** The status of a transaction in the words of Monad's pool. */
async function poolStatus({ devnet }: Pick<Context, 'devnet'>, hash: Hex) {
  const found = await devnet.statuses.find(hash)
  switch (found.status) {
    case 'unknown':
      return undefined
    case 'pooled':
      return { status: 'tracked' }
    case 'dropped':
      return { status: 'dropped', reason: found.reason }
    default:
      return { status: 'committed' }
  }
}

const statusByHash = defineMethod({
  name: 'txpool_statusByHash',
  summary:
    'On Monad the status of a transaction in the pool: tracked, dropped, evicted or committed.',
  params: v.strictTuple([hash32]),
  handler: async (context, [hash]) => {
    const status = await poolStatus(context, hash)
    if (status === undefined) throw new RpcError(-32603, 'Unknown tx hash')
    return status
  },
})

const statusByAddress = defineMethod({
  name: 'txpool_statusByAddress',
  summary: 'On Monad the status of the pooled transactions of an address, by hash.',
  params: v.strictTuple([address]),
  handler: (context, [sender]) => {
    const { pending, queued } = context.devnet.pool.publicContentOf(sender)
    const all = [...pending, ...queued]
    if (all.length === 0) throw new RpcError(-32603, 'No transactions ')
    return Object.fromEntries(all.map(({ hash }) => [hash, { status: 'tracked' }]))
  },
})

/** Monad. */
export const behaviour: NetworkBehaviour = {
  facts: {
    notModelled: [
      "Storage is priced by slot, not by page of 128 slots (MIP-8); memory has Ethereum's price.",
      'The precompile 0x1001 (`dippedIntoReserve`) is missing.',
      'Gas in flight is not counted against the balance of three blocks ago: a freshly funded account can send at once.',
      "The base fee follows EIP-1559 with a target of 80 %, not Monad's controller.",
      'A connection has no pings.',
    ],
    sources: [
      { from: 'category-labs/monad-bft at 532472d5, monad-rpc/src', date: '2026-08-21', sure: 3 },
      { from: 'category-labs/monad at c67c9f22', date: '2026-08-21', sure: 3 },
      { from: 'docs.monad.xyz, gas and reserve balance', date: '2026-11-27', sure: 2 },
    ],
  },
  rules: (record) =>
    ownRules(record, {
      params: {
        coldaccountaccessGas: 10_100,
        coldsloadGas: 8_100,
        maxTransactionGasLimit: 30_000_000,
      },
      run: runTransaction,
    }),
  answers: {
    block: (shown, block) => (block.kind === 'sealed' ? inMonadsShape(shown, block.size) : shown),
  },
  methods: [send, sendSync, maxPriorityFeePerGas, logs, statusByHash, statusByAddress],
  subscriptions,
  start: ({ hub, chain }) => {
    noteBlock(chain.head)
    hub.on('newHeads', ({ block }) => noteBlock(block))
  },
}
