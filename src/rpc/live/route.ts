import { bigIntMax } from '@ethereumjs/util'
import type { LiveChain } from '../../devnet/live/liveChain.ts'
import type { Context } from '../method.ts'

/** An answer of the live chain's node, as it came. */
export interface Passed {
  readonly answer: unknown
}

export type Args = readonly unknown[]

/** Has the live chain's node answer, or nothing where the answer is here. */
export type Route = (
  live: LiveChain,
  context: Context,
  method: string,
  args: Args,
) => Promise<Passed | undefined>

/** The number of the block that an argument names; none of the pending one, and of what is no name. */
export function numberOf(
  id: unknown,
  live: LiveChain,
  { devnet }: Pick<Context, 'devnet'>,
): bigint | undefined {
  const name = (id as { blockNumber?: unknown } | null | undefined)?.blockNumber ?? id
  if (name === 'earliest') return 0n
  if (name === 'latest' || name === undefined || name === null) return devnet.chain.head.number
  if (name === 'safe' || name === 'finalized') {
    const number = devnet.chain.head.number - devnet.chain.slotsBehind(name)
    return number < live.number ? bigIntMax(number, 0n) : undefined
  }
  return typeof name === 'string' && /^0x[0-9a-f]{1,16}$/i.test(name) ? BigInt(name) : undefined
}
