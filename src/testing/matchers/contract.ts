import type { Hex } from '../../lib/hex.ts'
import type { Abi, AbiItem } from '../../types/solidity/contract.ts'
import { parseAbi } from '../../wallet/abi.ts'
import { MatcherProblem } from './matcher.ts'
import { has } from './requester.ts'
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
