import type { MatcherContext } from './matcher.ts'
import { type ChainLike, requesterOf } from './requester.ts'

interface LiveChains {
  /** Chains in use, each with the test that uses it, if one is known. */
  readonly uses: Set<{ readonly chain: ChainLike; readonly test: object | undefined }>
  /** The chain of the current asynchronous scope, for runners that do not pass the running test to matchers. */
  scope?: (() => ChainLike | undefined) | undefined
}

/**
 * The key on the global object: the package may be loaded twice, as a module and by `require`, and Jest's environment,
 * which knows the chain, is another realm than the tests.
 */
const place = Symbol.for('preconf.liveChains')

/**
 * Registers a chain on which matchers look for transactions, until the returned function is called.
 * With the test (Vitest's `task`) it is the chain of that test, even when several run at once. `realm` is
 * the global object of the tests, if it is a different one.
 *
 * @example
 * import { useChain } from 'preconf/node'
 *
 * const release = useChain(devnet)
 * release()
 */
export function useChain(
  chain: ChainLike,
  test?: object | undefined,
  realm: object = globalThis,
): () => void {
  const { uses } = liveChains(realm)
  const use = { chain, test }
  uses.add(use)
  return () => void uses.delete(use)
}

/** Sets how matchers find the chain of the asynchronous scope that they are called in. */
export function scopeChains(scope: () => ChainLike | undefined): void {
  liveChains(globalThis).scope = scope
}

/** Chains that a transaction may be on, without duplicates: the test's own first. */
export interface Candidates {
  /** The test's own chain, which is used whether it knows the transaction or not. */
  readonly own: ChainLike | undefined
  readonly others: readonly ChainLike[]
}

/** The chains in use. The test's own is that of its scope, that of its task, or the only one. */
export function candidates({ test }: MatcherContext): Candidates {
  const { uses, scope } = liveChains(globalThis)
  const all = [...uses]
  const ofTest = test && all.filter((use) => use.test === test).at(-1)
  const own = scope?.() ?? ofTest?.chain ?? (all.length === 1 ? all[0]?.chain : undefined)
  const others = new Map(all.map(({ chain }) => [requesterOf(chain), chain]))
  if (own !== undefined) others.delete(requesterOf(own))
  return { own, others: [...others.values()] }
}

function liveChains(realm: object): LiveChains {
  const holder = realm as { [place]?: LiveChains }
  holder[place] ??= { uses: new Set() }
  return holder[place]
}
