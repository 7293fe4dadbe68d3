import type { LiveChain } from '../../devnet/live/liveChain.ts'
import type { Hex } from '../../lib/hex.ts'
import type { JsonObject } from '../../types/json.ts'
import { searchTransactionsAfter, searchTransactionsBefore } from '../methods/ots.ts'

import { parseParams } from '../params.ts'
import type { Route } from './route.ts'

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
