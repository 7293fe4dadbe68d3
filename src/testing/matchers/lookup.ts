import type { Hex } from '../../lib/hex.ts'
import type { TransactionFate } from '../../types/transactionFate.ts'
import { candidates } from './chains.ts'
import { type MatcherContext, MatcherProblem } from './matcher.ts'
import { type ChainLike, type Requester, requesterOf } from './requester.ts'
import type { Sent } from './subject.ts'

/** What assertions need of the answer of `preconf_getTransaction`. */
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
 * Finds the chain that a transaction is on: the given one, else that of its own client, else that of
 * the test, else the one in use that knows it. Throws a `MatcherProblem` when none of these is certain.
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
    // A chain that is closed meanwhile knows nothing.
    others.map((other) => locateOn(requesterOf(other), hash).catch(() => undefined)),
  )
  const knowing = found.filter((located) => located !== undefined).filter(isKnown)
  if (knowing.length > 1) {
    throw new MatcherProblem(
      `${knowing.length} chains in use have the transaction ${hash}: take \`expect\` from the test's context, or give { chain }`,
    )
  }
  const located = knowing[0] ?? first
  if (located !== undefined) return located
  throw new MatcherProblem(
    others.length === 0
      ? `on which chain is the transaction ${hash}? Give { chain }, or call useChain(devnet) before`
      : `none of the ${others.length} chains in use knows the transaction ${hash}: give { chain }`,
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
