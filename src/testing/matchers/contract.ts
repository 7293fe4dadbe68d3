import type { Hex } from '../../lib/hex.ts'
import type { LoadedFixture } from '../../types/fixture.ts'
import type { Abi, AbiItem } from '../../types/solidity/contract.ts'
import type { TransactionFate } from '../../types/transactionFate.ts'
import { parseAbi } from '../../wallet/abi.ts'
import { candidates } from './chains.ts'
import { type MatcherContext, MatcherProblem } from './matcher.ts'
import { type ChainLike, has, type Requester, requesterOf } from './requester.ts'
import type { Sent } from './subject.ts'
import { addressOf } from './values.ts'

/** The `interface` of ethers' contracts. */
interface EthersInterface {
  formatJson(): string
}

/**
 * A contract, or only its ABI: viem's `{ abi, address }`, a Contract or Interface of ethers, a compiler
 * artifact, an ABI, or signatures such as `event Transfer(address from, address to)`.
 */
export type ContractLike =
  | { readonly abi: Abi; readonly address?: string | undefined }
  | { readonly interface: EthersInterface; readonly target: unknown }
  | EthersInterface
  | Abi
  | readonly string[]
  | string

/** The ABI of a contract, and its address if known. */
export interface ContractInterface {
  readonly abi: Abi
  readonly address: Hex | undefined
}

/** Reads any of them. Throws a `MatcherProblem` for anything else, an `AbiError` for invalid signatures. */
export function interfaceOf(contract: ContractLike): ContractInterface {
  if (typeof contract === 'string') return { abi: parseAbi([contract]), address: undefined }
  if (Array.isArray(contract)) return { abi: readAbi(contract), address: undefined }
  if (typeof contract === 'object' && contract !== null) {
    const { abi, interface: own = contract } = contract as ReadableContract
    if (Array.isArray(abi)) return { abi: readAbi(abi), address: addressOf(contract) }
    if (has(own, 'formatJson')) {
      return {
        abi: JSON.parse((own as EthersInterface).formatJson()),
        address: addressOf(contract),
      }
    }
  }
  throw new MatcherProblem(
    'this is not a contract: give a contract of viem or ethers, an artifact, an ABI or signatures',
  )
}

interface ReadableContract {
  readonly abi?: unknown
  readonly interface?: object
}

function readAbi(items: readonly (string | AbiItem)[]): Abi {
  const signatures = items.filter((item) => typeof item === 'string')
  return signatures.length > 0 ? parseAbi(signatures) : (items as Abi)
}

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

/** The part of `preconf_getTransaction`'s answer that assertions need. */
export interface TransactionStatus {
  readonly status: TransactionFate['status']
  /** While it is pre-confirmed. */
  readonly flashblockIndex?: Hex
}

/** A transaction on the chain that knows it. */
export interface Located {
  readonly hash: Sent['hash']
  readonly chain: Requester
  readonly state: TransactionStatus
}

/**
 * Finds the chain that a transaction is on: the given one, or else that of its own client, that of the
 * test, or the one in use that knows it. Throws a `MatcherProblem` when that is ambiguous.
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
    // A chain that was closed meanwhile has no answer.
    others.map((other) => locateOn(requesterOf(other), hash).catch(() => undefined)),
  )
  const knowing = found.filter((located) => located !== undefined).filter(isKnown)
  if (knowing.length > 1) {
    throw new MatcherProblem(
      `${knowing.length} of the chains in use have the transaction ${hash}: use \`expect\` of the test's context, or give { chain }`,
    )
  }
  const located = knowing[0] ?? first
  if (located !== undefined) return located
  throw new MatcherProblem(
    others.length === 0
      ? `no chain is known to look for the transaction ${hash}: give { chain }, or call useChain(devnet) first`
      : `none of the ${others.length} chains in use has the transaction ${hash}: give { chain }`,
  )
}

/** Where the transaction is now. */
export async function locateOn(chain: Requester, hash: Sent['hash']): Promise<Located> {
  const state: TransactionStatus = await chain.request({
    method: 'preconf_getTransaction',
    params: [hash],
  })
  return { hash, chain, state }
}

function isKnown({ state }: Located): boolean {
  return state.status !== 'unknown'
}
