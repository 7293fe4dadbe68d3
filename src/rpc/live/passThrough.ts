import type { LiveChain } from '../../devnet/live/liveChain.ts'
import { type Hex, quantity } from '../../lib/hex.ts'
import type { Json, JsonObject } from '../../types/values.ts'
import type { Context, Method } from '../method.ts'
import { feeHistory } from '../methods/eth/fees.ts'
import { filterLogsAcross, logsAcross } from './logs.ts'
import {
  type Args,
  ask,
  codeOfHash,
  flashblocksOf,
  isHash,
  isOwnBlock,
  numberOf,
  type Passed,
  type Route,
  sentHere,
} from './route.ts'
import {
  contractCreator,
  listing,
  modifiedBetween,
  searchAfter,
  searchBefore,
  tracesAcross,
  transactionOfSender,
} from './searches.ts'

/** In `eth_feeHistory` one entry a block, but of base fees one more: that of the block after. */
const perBlock = ['gasUsedRatio', 'blobGasUsedRatio', 'reward'] as const
const perBlockAndNext = ['baseFeePerGas', 'baseFeePerBlobGas'] as const

/** `eth_feeHistory` over blocks up to the fork block and after it: the live chain's, then those made here. */
async function feeHistoryAcross(
  live: LiveChain,
  context: Context,
  method: string,
  args: readonly unknown[],
): Promise<Passed | undefined> {
  const [count, newest, ...others] = args
  const wanted = countOf(count)
  if (wanted === undefined || wanted === 0n) return undefined
  const head = context.devnet.chain.head.number
  const to = numberOf(newest, live, context) ?? (newest === 'pending' ? head + 1n : head)
  const from = to - wanted + 1n
  if (from > live.number) return undefined
  if (to < live.number) {
    return { answer: await live.request(method, [count, quantity(to), ...others] as Json[]) }
  }
  // As many whatever the head is: clients ask again and again, and one answer is enough for a cassette.
  const older = (await live.request(method, [
    quantity(wanted),
    quantity(live.number),
    ...(others as Json[]),
  ])) as JsonObject
  const own = to - live.number
  if (own === 0n) return { answer: older }
  const newer = (await feeHistory.call(context, [quantity(own), newest, ...others])) as JsonObject
  return { answer: joined(older, newer, from < 0n ? 0n : from) }
}

/** What one tells from the block `from` on, then the other. */
function joined(older: JsonObject, newer: JsonObject, from: bigint): JsonObject {
  const oldest = BigInt(older.oldestBlock as Hex)
  const before = from > oldest ? Number(from - oldest) : 0
  const both: Record<string, Json> = { oldestBlock: quantity(oldest + BigInt(before)) }
  for (const name of perBlockAndNext) {
    const [first, second] = [older[name], newer[name]].map(listOf)
    if (first && second) both[name] = [...first.slice(before, -1), ...second]
  }
  for (const name of perBlock) {
    const [first, second] = [older[name], newer[name]].map(listOf)
    if (first && second) both[name] = [...first.slice(before), ...second]
  }
  return both
}

function listOf(value: Json | undefined): readonly Json[] | undefined {
  return Array.isArray(value) ? (value as readonly Json[]) : undefined
}

function countOf(count: unknown): bigint | undefined {
  if (typeof count === 'number') return Number.isSafeInteger(count) ? BigInt(count) : undefined
  return typeof count === 'string' && /^(0x[0-9a-f]{1,8}|\d{1,8})$/i.test(count)
    ? BigInt(count)
    : undefined
}

/**
 * The live chain's `eth_config` while its hardfork of now is that of the head, as it has the id of the whole
 * schedule; answered here of a fork with rules of its own, and of times before and after.
 */
const configOfLive: Route = async (live, { devnet }, method) => {
  if (!live.hasLiveRules) return undefined
  const answer = await live.requestIfThere(method, [])
  const { timestamp } = devnet.chain.head.header
  const [since, until] = ['current', 'next'].map((part) => activationOf(answer, part))
  const isNow = since !== undefined && since <= timestamp && !(until && until <= timestamp)
  return isNow ? { answer } : undefined
}

function activationOf(config: Json | undefined, part: string): bigint | undefined {
  const time = ((config as JsonObject | undefined)?.[part] as JsonObject | null | undefined)
    ?.activationTime
  return typeof time === 'number' ? BigInt(time) : undefined
}

/**
 * What the live chain's node answers instead: blocks, transactions, receipts and logs up to the fork
 * block and the state before it, raw, as chains have fields and types of their own. `undefined` for
 * what is answered here.
 */
async function passThrough(
  method: string,
  context: Context,
  args: Args,
): Promise<Passed | undefined> {
  const { live } = context.devnet.forked
  return live === undefined ? undefined : routes[method]?.(live, context, method, args)
}

/** A block up to the fork block, named by the argument at `index`. */
function block(index: number): Route {
  return async (live, context, method, args) => {
    const number = numberIn(args[index], { live, context, method })
    if (number === undefined || number > live.number) return undefined
    return ask(live, method, withBlock(args, index, number))
  }
}

/** A block by its hash, where it is none of the blocks made here. */
const blockByHash: Route = async (live, { devnet }, method, args) => {
  const [hash] = args
  if (!isHash(hash) || isOwnBlock(devnet, hash)) return undefined
  return ask(live, method, args)
}

/** A transaction by its hash, where it is none that was sent here. */
const transaction: Route = async (live, { reader }, method, args) => {
  const [hash] = args
  if (!isHash(hash) || reader.transaction(hash.toLowerCase() as Hex) !== undefined) return undefined
  return ask(live, method, args)
}

/** The state after a block before the fork block, named by the argument at `index`. */
function state(index: number, upTo: 'before' | 'fork' = 'before'): Route {
  return async (live, context, method, args) => {
    const id = args[index]
    const hash = (id as { blockHash?: unknown } | null | undefined)?.blockHash ?? id
    if (isHash(hash)) {
      return isOwnBlock(context.devnet, hash) ? undefined : ask(live, method, args)
    }
    const number = numberIn(id, { live, context, method })
    if (number === undefined) return undefined
    if (upTo === 'before' ? number >= live.number : number > live.number) return undefined
    return ask(live, method, withBlock(args, index, number))
  }
}

const routes: Readonly<Record<string, Route | undefined>> = {
  eth_getBlockByNumber: block(0),
  eth_getHeaderByNumber: block(0),
  erigon_getHeaderByNumber: block(0),
  eth_getBlockTransactionCountByNumber: block(0),
  eth_getUncleCountByBlockNumber: block(0),
  eth_getUncleByBlockNumberAndIndex: block(0),
  eth_getTransactionByBlockNumberAndIndex: block(0),
  eth_getRawTransactionByBlockNumberAndIndex: block(0),
  eth_getBlockAccessList: state(0, 'fork'),
  eth_getBlockReceipts: state(0, 'fork'),
  debug_getRawBlock: state(0, 'fork'),
  debug_getRawHeader: state(0, 'fork'),
  debug_getRawReceipts: state(0, 'fork'),
  debug_getRawTransactions: state(0, 'fork'),
  debug_getRawBlockAccessList: state(0, 'fork'),
  debug_codeByHash: codeOfHash,
  debug_traceBlockByNumber: block(0),
  trace_block: block(0),
  trace_blockOpcodeGas: block(0),
  debug_accountInfoAt: block(0),
  trace_replayBlockTransactions: block(0),
  ots_getBlockDetails: block(0),
  ots_getBlockTransactions: block(0),
  eth_getBlockByHash: blockByHash,
  eth_getHeaderByHash: blockByHash,
  eth_getBlockTransactionCountByHash: blockByHash,
  eth_getUncleCountByBlockHash: blockByHash,
  eth_getUncleByBlockHashAndIndex: blockByHash,
  eth_getTransactionByBlockHashAndIndex: blockByHash,
  eth_getRawTransactionByBlockHashAndIndex: blockByHash,
  debug_traceBlockByHash: blockByHash,
  ots_getBlockDetailsByHash: blockByHash,
  eth_getTransactionByHash: transaction,
  eth_getTransactionReceipt: transaction,
  eth_getRawTransactionByHash: transaction,
  debug_traceTransaction: transaction,
  trace_transaction: transaction,
  trace_transactionOpcodeGas: transaction,
  trace_replayTransaction: transaction,
  ots_traceTransaction: transaction,
  ots_getInternalOperations: transaction,
  ots_getTransactionError: transaction,
  eth_getBalance: state(1),
  eth_getCode: state(1),
  eth_getTransactionCount: state(1),
  eth_getStorageAt: state(2),
  eth_getStorageValues: state(1),
  eth_getProof: state(2, 'fork'),
  eth_getAccount: state(1),
  eth_getAccountInfo: state(1),
  eth_config: configOfLive,
  eth_getLogs: logsAcross,
  eth_getFilterLogs: filterLogsAcross,
  eth_feeHistory: feeHistoryAcross,
  trace_filter: tracesAcross,
  debug_dumpBlock: listing(0),
  debug_accountRange: listing(0),
  debug_storageRangeAt: listing(0),
  debug_getModifiedAccountsByNumber: modifiedBetween,
  debug_getModifiedAccountsByHash: modifiedBetween,
  debug_intermediateRoots: blockByHash,
  debug_getRawTransaction: transaction,
  ots_hasCode: state(1),
  ots_searchTransactionsBefore: searchBefore,
  ots_searchTransactionsAfter: searchAfter,
  trace_get: transaction,
  eth_getTransactionBySenderAndNonce: transactionOfSender,
  ots_getTransactionBySenderAndNonce: transactionOfSender,
  ots_getContractCreator: contractCreator,
  preconf_explain: sentHere,
  preconf_getTransaction: sentHere,
  preconf_trace: sentHere,
  preconf_traceSteps: sentHere,
  preconf_stackTrace: sentHere,
  preconf_callAround: sentHere,
  preconf_getFlashblocks: flashblocksOf,
}

/** Methods that take the number of a block as a JSON number too: explorers send those. */
const takesJsonNumbers: ReadonlySet<string> = new Set([
  'debug_getRawTransactions',
  'erigon_getHeaderByNumber',
  'ots_getBlockDetails',
  'ots_getBlockTransactions',
  'ots_hasCode',
  'trace_block',
  'trace_replayBlockTransactions',
])

function numberIn(
  id: unknown,
  { live, context, method }: { live: LiveChain; context: Context; method: string },
): bigint | undefined {
  const isRefused = typeof id === 'number' && !takesJsonNumbers.has(method)
  return isRefused ? undefined : numberOf(id, live, context)
}

function withBlock(args: Args, index: number, number: bigint): Args {
  return args.map((arg, at) => (at === index ? quantity(number) : arg))
}

/**
 * Answers a request on a fork of a live chain: what lies before the fork as the live chain's node
 * answers it, the rest here, once what it lacks of the state has been fetched.
 */
export async function answerOnFork(
  method: Method,
  context: Context,
  args: readonly unknown[],
): Promise<unknown> {
  const passed = await passThrough(method.name, context, args)
  if (passed !== undefined) return passed.answer
  return context.devnet.forked.whenThere(() => method.call(context, args))
}
