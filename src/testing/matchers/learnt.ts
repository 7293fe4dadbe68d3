import type { Hex } from '../../lib/hex.ts'
import type { LoadedFixture } from '../../types/fixture.ts'
import type { Abi } from '../../types/solidity/contract.ts'
import { candidates } from './chains.ts'
import type { MatcherContext } from './matcher.ts'
import type { ChainLike } from './requester.ts'

/** A named address with the ABI of the contract there, or an ABI alone. */
export interface Named {
  readonly name: string
  readonly address: Hex | undefined
  readonly abi: Abi
}

/** The names that declarative fixtures have given on this chain, or otherwise on the chains in use. */
export function learntNames(context: MatcherContext, chain: ChainLike | undefined): Named[] {
  const { own, others } = candidates(context)
  const chains = chain === undefined ? [own, ...others] : [chain]
  return chains.flatMap((known) => {
    if (typeof known !== 'object') return []
    const { fixture } = known as { readonly fixture?: Partial<LoadedFixture> }
    const { contracts = {}, labels = {} } = fixture ?? {}
    return [
      ...Object.entries(contracts).map(([name, { address, abi }]) => named(name, address, abi)),
      ...Object.entries(labels).map(([address, name]) => named(name, address, [])),
    ]
  })
}

/** All errors and events of the fixtures' contracts. */
export function learntAbi(context: MatcherContext, chain: ChainLike | undefined): Abi {
  return learntNames(context, chain).flatMap(({ abi }) => abi)
}

function named(name: string, address: string, abi: Abi): Named {
  return { name, address: address.toLowerCase() as Hex, abi }
}
