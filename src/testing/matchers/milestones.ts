import type { Hex } from '../../lib/hex.ts'
import { monotonicNow, setTimeout } from '../../lib/realTimers.ts'
import type { MiningMode } from '../../types/options/options.ts'
import { type Located, locate, locateOn } from './contract.ts'
import type { MatcherContext, MatcherResult } from './matcher.ts'
import type { LookupOptions } from './requester.ts'
import { type Sent, sentTransaction } from './subject.ts'

/** States of a transaction that can be waited for; a sealed one counts as pre-confirmed. */
export type Milestone = 'preconfirmed' | 'sealed'

/** A transaction as it is after the wait. */
export interface Awaited extends Located {
  /** Where it is and what to do, when it did not reach the state. */
  readonly obstacle: string | undefined
}

/** Interval at which the chain is asked where the transaction is. */
const pollMs = 10

/**
 * Waits while blocks are made automatically. When they are made on request it does not wait, as the
 * test, which would ask for one, waits for the assertion.
 */
export async function awaitMilestone(
  sent: Sent,
  milestone: Milestone,
  context: MatcherContext,
  options: LookupOptions,
): Promise<Awaited> {
  let located = await locate(sent, context, options.chain)
  if (hasReached(located, milestone)) return { ...located, obstacle: undefined }
  const { chain, hash } = located
  const cadence: Cadence = await chain.request({ method: 'preconf_cadence' })
  const limitMs = options.timeout ?? Number(cadence.blockTime) * 1.5 + 500
  const endMs = monotonicNow() + (isRunning(cadence) ? limitMs : 0)
  while (isUnderway(located, milestone) && monotonicNow() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    located = await locateOn(chain, hash)
  }
  const obstacle = hasReached(located, milestone)
    ? undefined
    : await obstacleOf(located, cadence, limitMs)
  return { ...located, obstacle }
}

/** Where it is, as a sentence that the chain gives. */
async function explain({ chain, hash, state }: Located): Promise<string> {
  const { message } = await chain.request({ method: 'preconf_explain', params: [hash] })
  if (state.status === 'pooled') return `it is in the pool: ${message}`
  return state.status === 'dropped' ? `it was dropped: ${message}` : message
}

/** The part of `preconf_cadence`'s answer that is needed. */
interface Cadence {
  readonly mining: MiningMode
  /** Milliseconds. */
  readonly blockTime: Hex
  readonly paused: boolean
  readonly clock: 'real' | 'manual'
}

function hasReached({ state }: Located, milestone: Milestone): boolean {
  return state.status === 'sealed' || state.status === milestone
}

function isUnderway(located: Located, milestone: Milestone): boolean {
  const { status } = located.state
  return (status === 'pooled' || status === 'preconfirmed') && !hasReached(located, milestone)
}

function isTimed({ mining }: Cadence): boolean {
  return mining === 'flashblocks' || mining === 'interval' || mining === 'mixed'
}

/** Whether blocks are made without a request. */
function isRunning(cadence: Cadence): boolean {
  return isTimed(cadence) && !cadence.paused && cadence.clock === 'real'
}

async function obstacleOf(located: Located, cadence: Cadence, limitMs: number): Promise<string> {
  const where = await explain(located)
  const { status } = located.state
  if (status !== 'pooled' && status !== 'preconfirmed') return where
  if (isRunning(cadence)) return `after ${limitMs} ms ${where}`
  if (isTimed(cadence) && !cadence.paused) {
    return `${where}; the clock is manual: call clock.advance(ms), flashblock() or seal() first`
  }
  // For a pooled one the chain's explanation already says so.
  return status === 'pooled'
    ? where
    : `${where}; blocks are made on request only: call seal() first`
}

export interface PreconfirmedOptions extends LookupOptions {
  /** Index of the flashblock that it must be in. */
  readonly index?: number | undefined
}

/** Whether a transaction is in a published flashblock, or sealed. `.not` does not wait. */
export async function toBePreconfirmed(
  context: MatcherContext,
  subject: unknown,
  options: PreconfirmedOptions = {},
): Promise<MatcherResult> {
  const sent = await sentTransaction(subject, context)
  const { index, chain, timeout = context.isNot ? 0 : undefined } = options
  const awaited = await awaitMilestone(sent, 'preconfirmed', context, { chain, timeout })
  const { hash, state, obstacle } = awaited
  const place = obstacle ?? (await explain(awaited))
  const pass =
    obstacle === undefined &&
    (index === undefined ||
      (state.status === 'preconfirmed' && Number(state.flashblockIndex) === index))
  const where = index === undefined ? 'pre-confirmed' : `pre-confirmed in flashblock ${index}`
  return {
    pass,
    message: () =>
      `expected the transaction ${hash} ${pass ? 'not to be' : 'to be'} ${where}, but ${place}`,
  }
}

/** Whether a transaction is in a block of the chain. `.not` does not wait. */
export async function toBeSealed(
  context: MatcherContext,
  subject: unknown,
  options: LookupOptions = {},
): Promise<MatcherResult> {
  const sent = await sentTransaction(subject, context)
  const { chain, timeout = context.isNot ? 0 : undefined } = options
  const awaited = await awaitMilestone(sent, 'sealed', context, { chain, timeout })
  const { hash, obstacle } = awaited
  const place = obstacle ?? (await explain(awaited))
  const pass = obstacle === undefined
  return {
    pass,
    message: () =>
      `expected the transaction ${hash} ${pass ? 'not to be' : 'to be'} sealed, but ${place}`,
  }
}
