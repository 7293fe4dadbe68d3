import { bigIntMax } from '@ethereumjs/util'
import type { LiveChain } from '../../devnet/live/liveChain.ts'
import type { Hex } from '../../lib/hex.ts'
import type { Json } from '../../types/json.ts'
import type { Context } from '../method.ts'
import { RpcError } from '../rpcError.ts'

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
  if (typeof name === 'number') {
    return Number.isSafeInteger(name) && name >= 0 ? BigInt(name) : undefined
  }
  return typeof name === 'string' && /^0x[0-9a-f]{1,16}$/i.test(name) ? BigInt(name) : undefined
}

/** An error for a question that neither this chain nor the live chain's node can answer. */
export function notHere(message: string): RpcError {
  return new RpcError(-32000, message)
}

/** Asks the node; what it says of later than the fork block is not there yet. */
export async function ask(live: LiveChain, method: string, args: Args): Promise<Passed> {
  const answer = await live.request(method, args as readonly Json[])
  const of = placeOf(answer)
  return { answer: of !== undefined && of > live.number ? null : answer }
}

function placeOf(answer: Json): bigint | undefined {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined
  const { blockNumber, number } = answer as Record<string, Json | undefined>
  const place = blockNumber ?? number
  return typeof place === 'string' && /^0x[0-9a-f]+$/i.test(place) ? BigInt(place) : undefined
}

/** Whether a block was made here. */
export function isOwnBlock({ chain }: Context['devnet'], hash: Hex): boolean {
  const block = chain.blockByHash(hash.toLowerCase() as Hex)
  return block !== undefined && block.number > chain.genesis.number
}

export function isHash(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
}
