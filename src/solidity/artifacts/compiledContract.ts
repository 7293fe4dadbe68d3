import type { StorageLayout } from '../../files/artifact.ts'
import type { Abi } from '../../types/solidity/contract.ts'
import type { Later } from './jsonSource.ts'

/** Bytes that differ between an artifact and what is on the chain: libraries, immutables, metadata. */
export interface Hole {
  readonly start: number
  readonly length: number
}

/** Code as it was compiled, with zeros in its holes. */
export interface ContractCode {
  readonly bytes: Uint8Array
  /** In ascending order. */
  readonly holes: readonly Hole[]
  /** Whether there can be more behind it on the chain: Vyper's immutables. */
  readonly isOpen: boolean
  /** solc's compressed form, of as many instructions as are mapped. */
  readonly sourceMap: Later<string>
}

/** A file that was compiled. */
export interface CompiledSource {
  /** As people know it: `contracts/Token.sol`. */
  readonly name: string
  readonly text: Later<string>
  /** solc's syntax tree; nothing when the compiler was not asked for it. */
  readonly tree: Later<object>
}

/** One run of a compiler. */
export interface Compilation {
  /** Such as `0.8.37`; nothing when it is not known. */
  readonly compiler: Later<string>
  /** Each false when it is not told. */
  readonly settings: { readonly isOptimized: boolean; readonly isViaIr: boolean }
  /** By their numbers in source maps. */
  readonly sources: ReadonlyMap<number, CompiledSource>
}

/** A contract as a compiler left it. What is `Later` is read when it is first asked for. */
export interface CompiledContract {
  readonly name: string
  /** The file that it is in: `contracts/Token.sol`. */
  readonly sourceName: string
  readonly abi: Abi
  /** What deploys it; none of an interface. */
  readonly initCode: ContractCode | undefined
  /** What runs on the chain. */
  readonly code: ContractCode | undefined
  /** Signatures such as `transfer(address,uint256)` by selectors of eight hex digits, as far as they are told. */
  readonly selectors: ReadonlyMap<string, string>
  readonly storageLayout: Later<StorageLayout>
  readonly compilation: Compilation
}
