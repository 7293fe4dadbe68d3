import type { LiveChain } from '../../../devnet/hooks/liveChain.ts'
import { type Hex, quantity } from '../../../lib/hex.ts'
import type { About, Context, Method } from '../../../rpc/method.ts'
import { feeHistory } from '../../../rpc/methods/eth/fees.ts'
import type { Json, JsonObject } from '../../../types/values.ts'
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

/** Members of `eth_feeHistory` with one entry a block, and those with one more for the next block. */
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

/** The results of one chain up to block `from`, then those of the other. */
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
  method: Method,
  context: Context,
  args: Args,
): Promise<Passed | undefined> {
  const { live } = context.devnet.forked
  if (live === undefined) return undefined
  const { name, about } = method
  const route = routes[name]
  if (route !== undefined) return route(live, context, name, args)
  return about && isOfLive(live, context, args, about)
    ? ask(live, name, withNumber(args, about, { live, context }))
    : undefined
}

/** Whether what the arguments name is of the live chain: a block up to the fork, the state before it. */
function isOfLive(live: LiveChain, { devnet }: Context, args: Args, about: About): boolean {
  if ('transactionHash' in about) {
    const hash = args[about.transactionHash]
    // One that was sent here and is gone is not asked for either: a cassette keeps no answer that is empty.
    return isHash(hash) && devnet.statuses.find(hash.toLowerCase() as Hex).status === 'unknown'
  }
  if ('blockHash' in about) {
    const hash = args[about.blockHash]
    return isHash(hash) && !isOwnBlock(devnet, hash)
  }
  const id = args[indexOf(about)]
  if (!('blockNumber' in about)) {
    const hash = (id as { blockHash?: unknown } | null | undefined)?.blockHash ?? id
    if (isHash(hash)) return !isOwnBlock(devnet, hash)
  }
  const number = numberIn(id, about, { live, context: { devnet } })
  if (number === undefined) return false
  return 'stateAfter' in about ? number < live.number : number <= live.number
}

type AboutNumber = Exclude<
  About,
  { readonly blockHash: number } | { readonly transactionHash: number }
>

function indexOf(about: AboutNumber): number {
  if ('blockNumber' in about) return about.blockNumber
  return 'blockId' in about ? about.blockId : about.stateAfter
}

interface Place {
  readonly live: LiveChain
  readonly context: Pick<Context, 'devnet'>
}

/** A JSON number is one where explorers send those. */
function numberIn(id: unknown, about: AboutNumber, { live, context }: Place): bigint | undefined {
  return typeof id === 'number' && !about.takesNumbers ? undefined : numberOf(id, live, context)
}

/** The arguments with the number of the block that they name, which on the live chain may be another by now. */
function withNumber(args: Args, about: About, place: Place): Args {
  if ('blockHash' in about || 'transactionHash' in about) return args
  const index = indexOf(about)
  const id = args[index]
  if (isHash((id as { blockHash?: unknown } | null | undefined)?.blockHash ?? id)) return args
  const number = numberIn(id, about, place)
  return number === undefined
    ? args
    : args.map((arg, at) => (at === index ? quantity(number) : arg))
}

/** What is answered in part by the live chain's node and in part here, or refused. */
const routes: Readonly<Record<string, Route | undefined>> = {
  debug_codeByHash: codeOfHash,
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
  ots_searchTransactionsBefore: searchBefore,
  ots_searchTransactionsAfter: searchAfter,
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

/**
 * Answers a request on a fork of a live chain: what lies before the fork as the live chain's node
 * answers it, the rest here, once what it lacks of the state has been fetched.
 */
export async function answerOnFork(
  method: Method,
  context: Context,
  args: readonly unknown[],
): Promise<unknown> {
  const passed = await passThrough(method, context, args)
  if (passed !== undefined) return passed.answer
  return context.devnet.forked.whenThere(() => method.call(context, args))
}
