import type { Context } from '../method.ts'
import { ask, isHash, isOwnBlock, notHere, numberOf, type Route } from './route.ts'

/** Accounts or slots of a block, named by the argument at `index`: of one made here they are not all here. */
export function listing(index: number): Route {
  return async (live, context, method, args) => {
    const id = args[index]
    const isHere = isHash(id)
      ? isOwnBlock(context.devnet, id)
      : (numberOf(id, live, context) ?? live.number + 1n) > live.number
    if (!isHere) return ask(live, method, args)
    throw notHere(
      `the accounts of a block made on a fork cannot be listed, as most of them are on the live chain: ask about a block up to ${live.number}`,
    )
  }
}

/** `debug_getModifiedAccountsBy…`: blocks from one to another, or one alone. */
export const modifiedBetween: Route = async (live, context, method, args) => {
  const [start, end] = args.map((id) => placeOf(id, live, context))
  if (start === undefined || start > live.number) return undefined
  if ((end ?? start) <= live.number) return ask(live, method, args)
  if (start === live.number) return undefined
  throw notHere(`the range goes across the fork: ask up to block ${live.number}, and from it on`)
}

function placeOf(
  id: unknown,
  live: Parameters<Route>[0],
  context: Pick<Context, 'devnet'>,
): bigint | undefined {
  if (id === undefined || id === null) return undefined
  if (typeof id === 'number') return BigInt(id)
  if (!isHash(id)) return numberOf(id, live, context)
  const block = context.devnet.chain.blockByHash(id.toLowerCase() as `0x${string}`)
  // Another one is of the live chain, before the fork block.
  return block?.number ?? live.number - 1n
}
