import { bigIntMin } from '@ethereumjs/util'
import type { LiveChain } from '../../../devnet/hooks/liveChain.ts'
import { type Hex, quantity } from '../../../lib/hex.ts'
import type { Context } from '../../../rpc/method.ts'
import { searchTransactionsAfter, searchTransactionsBefore } from '../../../rpc/methods/ots.ts'
import { filter as traceFilter } from '../../../rpc/methods/trace/blocks.ts'
import { parseParams } from '../../../rpc/params.ts'
import type { Json, JsonObject } from '../../../types/values.ts'
import { ask, isHash, isOwnBlock, notHere, numberOf, type Passed, type Route } from './route.ts'

/** Otterscan's `TransactionsWithReceipts`, newest first. */
interface Page {
  readonly txs: readonly JsonObject[]
  readonly receipts: readonly JsonObject[]
  readonly firstPage: boolean
  readonly lastPage: boolean
}

/** A page of the transactions made here where there are any, else of those of the live chain. */
export const searchBefore: Route = async (live, context, _method, args) => {
  const { params } = searchTransactionsBefore
  const [account, number, size] = parseParams(params, args)
  const first = live.number + 1n
  if (number > 0n && number <= first) {
    return { answer: await pageOf(live, 'ots_searchTransactionsBefore', [account, number, size]) }
  }
  const own = await searchTransactionsBefore.call(context, args)
  // The page after this one is of the live chain.
  if (own.txs.length > 0) return { answer: { ...own, lastPage: false } }
  const there = await pageOf(live, 'ots_searchTransactionsBefore', [account, first, size])
  return { answer: { ...there, firstPage: own.firstPage } }
}

/** A page of the live chain's transactions up to the fork where there are any, else of those made here. */
export const searchAfter: Route = async (live, context, _method, args) => {
  const { params } = searchTransactionsAfter
  const [account, number, size] = parseParams(params, args)
  if (number >= live.number) return undefined
  const page = await pageOf(live, 'ots_searchTransactionsAfter', [account, number, size])
  const there = upTo(live.number, page)
  if (there.txs.length > 0) return { answer: { ...there, firstPage: false } }
  return { answer: await searchTransactionsAfter.call(context, args) }
}

/** Throws what the live chain's node says, which most often has no such method. */
async function pageOf(
  live: LiveChain,
  method: string,
  [account, number, size]: readonly [Hex, bigint, number],
): Promise<Page> {
  return (await live.request(method, [account, Number(number), size])) as unknown as Page
}

/** The live chain may have gone on since the fork. */
function upTo(fork: bigint, { txs, receipts, ...page }: Page): Page {
  const isBefore = ({ blockNumber }: JsonObject) => BigInt(blockNumber as Hex) <= fork
  return { ...page, txs: txs.filter(isBefore), receipts: receipts.filter(isBefore) }
}

/** The transaction of an account with a nonce that it had used at the fork block. */
export const transactionOfSender: Route = async (live, _context, method, args) => {
  const [sender, nonce] = args
  const isNonce = typeof nonce === 'number' || /^(0x[0-9a-f]{1,16}|\d{1,19})$/i.test(String(nonce))
  if (!isAddress(sender) || !isNonce) return undefined
  const used = await atFork(live, 'eth_getTransactionCount', sender)
  if (BigInt(nonce as string | number) >= BigInt(used as string)) return undefined
  return { answer: await live.request(method, args as readonly Json[]) }
}

/** Finds the creator of a contract that existed at the fork block. */
export const contractCreator: Route = async (live, _context, method, args) => {
  const [contract] = args
  if (!isAddress(contract)) return undefined
  const code = await atFork(live, 'eth_getCode', contract)
  return code === '0x' ? undefined : { answer: await live.request(method, args as readonly Json[]) }
}

function atFork(live: LiveChain, method: string, address: string): Promise<Json> {
  return live.request(method, [address, quantity(live.number)])
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
}

/** Accounts or slots of a block, named by the argument at `index`: of one made here they are not all here. */
export function listing(index: number): Route {
  return async (live, context, method, args) => {
    const id = args[index]
    const isHere = isHash(id)
      ? isOwnBlock(context.devnet, id)
      : (numberOf(id, live, context) ?? live.number + 1n) > live.number
    if (!isHere) return ask(live, method, args)
    throw notHere(
      `the accounts of a block made on a fork cannot be listed, as most of them are on the live chain: ask about a block up to ${live.number}`,
    )
  }
}

/** `debug_getModifiedAccountsBy…`: blocks from one to another, or one alone. */
export const modifiedBetween: Route = async (live, context, method, args) => {
  const [start, end] = args.map((id) => placeOf(id, live, context))
  if (start === undefined || start > live.number) return undefined
  if ((end ?? start) <= live.number) return ask(live, method, args)
  if (start === live.number) return undefined
  throw notHere(`the range goes across the fork: ask up to block ${live.number}, and from it on`)
}

function placeOf(
  id: unknown,
  live: Parameters<Route>[0],
  context: Pick<Context, 'devnet'>,
): bigint | undefined {
  if (id === undefined || id === null) return undefined
  if (typeof id === 'number') return BigInt(id)
  if (!isHash(id)) return numberOf(id, live, context)
  const block = context.devnet.chain.blockByHash(id.toLowerCase() as `0x${string}`)
  // Another one is of the live chain, before the fork block.
  return block?.number ?? live.number - 1n
}

/**
 * `trace_filter` over a range that begins up to the fork block: the traces of the live chain's node,
 * and after them those of the blocks made here.
 */
export async function tracesAcross(
  live: LiveChain,
  context: Context,
  method: string,
  args: readonly unknown[],
): Promise<Passed | undefined> {
  const [{ after = 0, count }] = parseParams(traceFilter.params, args)
  const { fromBlock, toBlock, after: _, count: __, ...wanted } = args[0] as Record<string, unknown>
  const from = numberOf(fromBlock ?? 'earliest', live, context)
  if (from === undefined || from > live.number) return undefined
  const to = numberOf(toBlock, live, context)
  const { head } = context.devnet.chain
  if (to !== undefined && from > to) return undefined
  const until = count === undefined ? undefined : after + count
  const most = until === undefined ? {} : { count: until }
  const there = (await live.request(method, [
    {
      ...(wanted as JsonObject),
      fromBlock: quantity(from),
      toBlock: quantity(bigIntMin(to ?? live.number, live.number)),
      ...most,
    },
  ])) as readonly Json[]
  const isAcross = to === undefined || to > live.number
  const isFull = until !== undefined && there.length >= until
  const hasOwn = head.number > live.number || toBlock === 'pending'
  const own =
    isAcross && hasOwn && !isFull
      ? (JSON.parse(
          (
            await traceFilter.call(context, [
              { ...wanted, toBlock, fromBlock: quantity(live.number + 1n), ...most },
            ])
          ).text,
        ) as readonly unknown[])
      : []
  return { answer: [...there, ...own].slice(after, until) }
}
