import type { Hex } from '../../lib/hex.ts'
import { monotonicNow, setTimeout } from '../../lib/realTimers.ts'
import type { MiningMode } from '../../types/options/options.ts'
import { type Located, locate, locateOn } from './lookup.ts'
import type { MatcherContext } from './matcher.ts'
import type { LookupOptions } from './options.ts'
import type { Sent } from './subject.ts'

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
export async function explain({ chain, hash, fate }: Located): Promise<string> {
  const { message } = await chain.request({ method: 'preconf_explain', params: [hash] })
  if (fate.status === 'pooled') return `it is in the pool: ${message}`
  return fate.status === 'dropped' ? `it was dropped: ${message}` : message
}

/** The part of `preconf_cadence`'s answer that is needed. */
interface Cadence {
  readonly mining: MiningMode
  /** Milliseconds. */
  readonly blockTime: Hex
  readonly paused: boolean
  readonly clock: 'real' | 'manual'
}

function hasReached({ fate }: Located, milestone: Milestone): boolean {
  return fate.status === 'sealed' || fate.status === milestone
}

function isUnderway(located: Located, milestone: Milestone): boolean {
  const { status } = located.fate
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
  const { status } = located.fate
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
