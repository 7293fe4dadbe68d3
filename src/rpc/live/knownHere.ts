import { bigIntMin } from '@ethereumjs/util'
import { type Hex, quantity } from '../../lib/hex.ts'
import type { JsonObject } from '../../types/json.ts'
import { codeByHash } from '../methods/debug/state.ts'
import { ask, isHash, isOwnBlock, notHere, numberOf, type Route } from './route.ts'

/** What this node alone knows of transactions that were sent to it; refused for those of the live chain. */
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
