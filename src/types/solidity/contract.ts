import type { Hex } from '../../lib/hex.ts'
import type { TraceArgument } from './callTrace.ts'

/** A parameter of a function, an event or an error; `components` are the fields of a tuple. */
export interface AbiParameter {
  /** Such as `uint256`, or `tuple[]`. */
  readonly type: string
  /** Empty or absent for one without a name. */
  readonly name?: string | undefined
  /** The type as the source has it, such as `struct Pool.Key`. */
  readonly internalType?: unknown
  /** Whether the parameter of an event is a topic. */
  readonly indexed?: boolean | undefined
  /** The fields of a tuple. */
  readonly components?: readonly AbiParameter[] | undefined
}

/** A function, event, error or constructor, as compilers write it. */
export interface AbiItem {
  /** `function`, `event`, `error`, `constructor`, `fallback` or `receive`. */
  readonly type: string
  /** Absent for a constructor, `fallback` and `receive`. */
  readonly name?: string | undefined
  /** The parameters. */
  readonly inputs?: readonly AbiParameter[] | undefined
  /** What a function returns. */
  readonly outputs?: readonly AbiParameter[] | undefined
  /** `pure`, `view`, `nonpayable` or `payable`. */
  readonly stateMutability?: string | undefined
  /** Whether an event has no topic with its signature. */
  readonly anonymous?: boolean | undefined
}

/** The interface of a contract, as compilers write it. */
export type Abi = readonly AbiItem[]

/** A contract that hands calls on to another one. */
export interface ContractProxy {
  /** The standard by which the other one is found. */
  readonly kind: 'ERC-1967' | 'ERC-1167' | 'EIP-7702'
  readonly implementation: Hex
}

/** What is known of a contract. */
export interface ContractDescription {
  readonly address: Hex
  /** Bytes of its code. */
  readonly codeSize: number
  /** The contract's name; none for unknown code. */
  readonly name?: string | undefined
  readonly sourceName?: string | undefined
  /** `0.8.37` */
  readonly compiler?: string | undefined
  readonly abi?: Abi | undefined
  /** Texts by file, its own first, of those that have a part in its code. */
  readonly sources?: Readonly<Record<string, string>> | undefined
  readonly proxy?: ContractProxy | undefined
}

/** A state variable, or a part of it, with the slot that it is in. */
export interface StoredVariable {
  readonly slot: Hex
  /** `balances[0xf39F…]` */
  readonly variable: string
  /** The type as Solidity writes it. */
  readonly type: string
  readonly value: string
}

/** What a contract has in its storage. */
export interface NamedStorage {
  readonly variables: readonly StoredVariable[]
  /** Slots that are set and belong to no known variable. */
  readonly unnamed: readonly { readonly slot: Hex; readonly value: Hex }[]
  /** Whether there are more slots than were looked at. */
  readonly isCut: boolean
}

/** A log in words. */
export interface DecodedLog {
  readonly event: string
  readonly signature: string
  readonly args: readonly TraceArgument[]
}

/** What a transaction calls or creates, by name. */
export interface NamedCall {
  /** `Vault` */
  readonly contract: string
  /** `take(uint256)`, `constructor()`; `null` for a function that the contract's ABI does not have. */
  readonly signature: string | null
  /** The custom error that it reverted with, where the contract declares it: `TooMuch(uint256,uint256)`. */
  readonly error?: string | undefined
}
