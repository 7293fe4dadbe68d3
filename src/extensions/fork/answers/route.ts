import { bigIntMax, bigIntMin } from '@ethereumjs/util'
import type { LiveChain } from '../../../devnet/hooks/liveChain.ts'
import { type Hex, quantity } from '../../../lib/hex.ts'
import type { Context } from '../../../rpc/method.ts'
import { codeByHash } from '../../../rpc/methods/debug/state.ts'
import { RpcError } from '../../../rpc/rpcError.ts'
import type { Json, JsonObject } from '../../../types/values.ts'

/** An answer of the live chain's node, as it came. */
export interface Passed {
  readonly answer: unknown
}

export type Args = readonly unknown[]

/** Returns the answer of the live chain's node, or `undefined` where the answer is local. */
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

/** Facts that only this node has about transactions sent to it; rejected for those of the live chain. */
export const sentHere: Route = async (live, { reader }, method, args) => {
  const [hash] = args
  if (!isHash(hash) || reader.transaction(hash.toLowerCase() as Hex) !== undefined) return undefined
  const { answer } = await ask(live, 'eth_getTransactionReceipt', [hash])
  if (answer === null) return undefined
  const { blockNumber } = answer as JsonObject
  throw notHere(
    `transaction ${hash} is in block ${BigInt(blockNumber as Hex)} of the live chain, up to the fork at block ${live.number}: ${method} answers for transactions that were sent here, so ask eth_getTransactionReceipt or debug_traceTransaction`,
  )
}

/** `preconf_getFlashblocks`: those of the live chain were not received. */
export const flashblocksOf: Route = async (live, context, _method, args) => {
  const [id] = args
  const isAsked = typeof id === 'string' || (typeof id === 'object' && id !== null)
  const hash = (id as { blockHash?: unknown } | null | undefined)?.blockHash ?? id
  const number = isHash(hash)
    ? await numberOfHash(live, context, hash)
    : isAsked
      ? numberOf(id, live, context)
      : undefined
  if (number === undefined || number > live.number) return undefined
  throw notHere(
    `block ${number} is of the live chain, whose flashblocks are not known here: ask about a block after ${live.number}`,
  )
}

/** `debug_codeByHash`: code that was written here, else the live chain's. */
export const codeOfHash: Route = async (live, context, method, args) => {
  const [hash, id] = args
  if (!isHash(hash)) return undefined
  const number = isHash(id)
    ? await numberOfHash(live, context, id)
    : (numberOf(id, live, context) ?? context.devnet.chain.head.number)
  if (number === undefined) return undefined
  if (number > live.number) {
    const own = await codeByHash.call(context, args)
    if (own !== null) return { answer: own }
  }
  const at = quantity(bigIntMin(number, live.number))
  return { answer: await live.request(method, [hash, at]) }
}

async function numberOfHash(
  live: Parameters<Route>[0],
  { devnet }: Parameters<Route>[1],
  hash: Hex,
): Promise<bigint | undefined> {
  if (isOwnBlock(devnet, hash)) return devnet.chain.blockByHash(hash.toLowerCase() as Hex)?.number
  const { answer } = await ask(live, 'eth_getBlockByHash', [hash, false])
  return answer === null ? undefined : BigInt((answer as JsonObject).number as Hex)
}
