import type { Hex } from '../../lib/hex.ts'
import type { TransactionFate } from '../../types/transactionFate.ts'
import { candidates } from './chains.ts'
import { type MatcherContext, MatcherProblem } from './matcher.ts'
import { type ChainLike, type Requester, requesterOf } from './requester.ts'
import type { Sent } from './subject.ts'

/** The part of `preconf_getTransaction`'s answer that assertions need. */
export interface Fate {
  readonly status: TransactionFate['status']
  /** While it is pre-confirmed. */
  readonly flashblockIndex?: Hex
}

/** A transaction on the chain that knows it. */
export interface Located {
  readonly hash: Sent['hash']
  readonly chain: Requester
  readonly fate: Fate
}

/**
 * Finds the chain that a transaction is on: the given one, or else that of its own client, that of the
 * test, or the one in use that knows it. Throws a `MatcherProblem` when that is ambiguous.
 */
export async function locate(
  { hash, chain: ofClient }: Sent,
  context: MatcherContext,
  given: ChainLike | undefined,
): Promise<Located> {
  const certain = given ?? ofClient
  if (certain !== undefined) return locateOn(requesterOf(certain), hash)
  const { own, others } = candidates(context)
  const first = own === undefined ? undefined : await locateOn(requesterOf(own), hash)
  if (first !== undefined && isKnown(first)) return first
  const found = await Promise.all(
    // A chain that was closed meanwhile has no answer.
    others.map((other) => locateOn(requesterOf(other), hash).catch(() => undefined)),
  )
  const knowing = found.filter((located) => located !== undefined).filter(isKnown)
  if (knowing.length > 1) {
    throw new MatcherProblem(
      `${knowing.length} of the chains in use have the transaction ${hash}: use \`expect\` of the test's context, or give { chain }`,
    )
  }
  const located = knowing[0] ?? first
  if (located !== undefined) return located
  throw new MatcherProblem(
    others.length === 0
      ? `no chain is known to look for the transaction ${hash}: give { chain }, or call useChain(devnet) first`
      : `none of the ${others.length} chains in use has the transaction ${hash}: give { chain }`,
  )
}

/** Where the transaction is now. */
export async function locateOn(chain: Requester, hash: Sent['hash']): Promise<Located> {
  const fate: Fate = await chain.request({ method: 'preconf_getTransaction', params: [hash] })
  return { hash, chain, fate }
}

function isKnown({ fate }: Located): boolean {
  return fate.status !== 'unknown'
}
