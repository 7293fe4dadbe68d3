import type { Hex } from '../lib/hex.ts'
import type { HardforkName } from './options/options.ts'
import type { Abi, AbiItem } from './solidity/contract.ts'
import type { Amount, Duration } from './values.ts'

/** A name that the fixture gives to an account or a contract, or an address. */
export type NameOrAddress = string

/** Settings of the chain; most of them apply only when a chain is started with the fixture. */
export interface FixtureChain {
  /** The chain id. */
  readonly id?: number | undefined
  /** The rules of its blocks, such as `'osaka'`. */
  readonly hardfork?: HardforkName | 'latest' | undefined
  /**
   * Time of the genesis block: seconds since 1970, a date, or an ISO string. On a running chain, the
   * time that it continues from.
   */
  readonly timestamp?: number | string | Date | undefined
  /** Base fee of the first block per gas, such as `'5 gwei'`; a number is in wei. */
  readonly baseFee?: Amount | undefined
  /** The gas limit of each block. */
  readonly gasLimit?: Amount | undefined
  /** The mnemonic that `mnemonicIndex` refers to. */
  readonly mnemonic?: string | undefined
}

/**
 * A named account: from the mnemonic, from a private key, or just an address. With none of these it is
 * the next account of the mnemonic that has no name yet.
 */
export interface FixtureAccount {
  /** Its index under the mnemonic, from 0. */
  readonly mnemonicIndex?: number | undefined
  /** Its key: 0x and 64 hex digits. */
  readonly privateKey?: Hex | undefined
  /** Its address, where the key is not known. */
  readonly address?: Hex | undefined
  /** Such as `'10 ether'`; a number is in wei. */
  readonly balance?: Amount | undefined
  /** The number of transactions that it has sent. */
  readonly nonce?: Amount | undefined
  /** Whether it is impersonated from now on: it can send without its key. */
  readonly impersonate?: boolean | undefined
}

/** What compilers write: an artifact of Hardhat or Foundry, or a contract of solc's standard output. */
export type ArtifactObject = object

/** A named contract: deployed by a transaction, placed at an address, or there already. */
export interface FixtureContract {
  /**
   * The path of an artifact, relative to the fixture's file, or its content. For a file with several
   * contracts, add the name after a colon: `build.json:Token`, `build.json:src/Token.sol:Token`.
   */
  readonly artifact?: string | ArtifactObject | undefined
  /** Arguments of the constructor. */
  readonly args?: readonly unknown[] | undefined
  /** Libraries to link the code with, by name: `Math`, or `src/Math.sol:Math`. */
  readonly libraries?: Readonly<Record<string, NameOrAddress>> | undefined
  /** The deployer. */
  readonly from?: NameOrAddress | undefined
  /** Ether sent to the constructor, such as `'1 ether'`; a number is in wei. */
  readonly value?: Amount | undefined
  /** The gas limit of the deployment; estimated when absent. */
  readonly gas?: Amount | undefined
  /**
   * The address to place it at without a transaction: with the code of the artifact, or, when `args`
   * are given, with what the constructor returns there.
   */
  readonly at?: Hex | undefined
  /** The deployed code, when there is no artifact. */
  readonly code?: Hex | undefined
  /** Values by slot, or by the name of a variable in the artifact's `storageLayout`. */
  readonly storage?: Readonly<Record<string, unknown>> | undefined
  /** Such as `'10 ether'`; a number is in wei. Only with `at`. */
  readonly balance?: Amount | undefined
  /**
   * The ABI to call it with when it is not the artifact's, as for a proxy: the name of another
   * contract, the path of an artifact, or ABI items and signatures.
   */
  readonly abi?: string | readonly (string | AbiItem)[] | undefined
}

/** A transaction: a call by name, a transfer of ether, a signed transaction, or those that forge has sent. */
export interface FixtureTransaction {
  /** The sender; the first account when absent. */
  readonly from?: NameOrAddress | undefined
  /** The receiver of ether or `data`. */
  readonly to?: NameOrAddress | undefined
  /** `usdc.mint`, or `usdc.mint(address,uint256)` for an overloaded function. */
  readonly call?: string | undefined
  /** Arguments of the call. */
  readonly args?: readonly unknown[] | undefined
  /** The input, in place of `call` and `args`. */
  readonly data?: Hex | undefined
  /** Such as `'1 ether'`; a number is in wei. */
  readonly value?: Amount | undefined
  /** The gas limit; estimated when absent. */
  readonly gas?: Amount | undefined
  /** A signed transaction. */
  readonly raw?: Hex | undefined
  /** The path of a `run-latest.json` of `forge script --broadcast`, or its content. */
  readonly broadcast?: string | object | undefined
  /** Blocks to be sealed at this point. */
  readonly mine?: number | FixtureMining | undefined
}

/** Blocks that are sealed, and the time between them. */
export interface FixtureMining {
  /**
   * The number of blocks.
   * @default 1
   */
  readonly blocks?: number | undefined
  /**
   * Time from each block to the next, in whole seconds, such as `'12s'`.
   * @default '1s'
   */
  readonly interval?: Duration | undefined
}

/** A declarative fixture, which is the content of a fixture file. */
export interface FixtureDefinition {
  /** Required in files. */
  readonly version?: 1 | undefined
  /** Paths of what it builds on: other fixtures, a state file, a `genesis.json`, blocks in RLP. */
  readonly extends?: string | readonly string[] | undefined
  /** Settings of the chain. */
  readonly chain?: FixtureChain | undefined
  /** Accounts by name. */
  readonly accounts?: Readonly<Record<string, FixtureAccount>> | undefined
  /** Deployed in this order. */
  readonly contracts?: Readonly<Record<string, FixtureContract>> | undefined
  /** Run after the contracts. */
  readonly txs?: readonly FixtureTransaction[] | undefined
  /** Blocks to be sealed at the end: their number, or also the time between them. */
  readonly mine?: number | FixtureMining | undefined
  /** Further names for addresses. Accounts and contracts have their own. */
  readonly labels?: Readonly<Record<string, NameOrAddress>> | undefined
}

/** An account that a fixture names. */
export interface LoadedAccount {
  /** Its address, in lower case. */
  readonly address: Hex
  /** If known. */
  readonly privateKey?: Hex | undefined
}

/** A contract that a fixture names. */
export interface LoadedContract<ContractAbi = Abi> {
  /** Its address, in lower case. */
  readonly address: Hex
  /** The interface to call it with. */
  readonly abi: ContractAbi
}

/** What the names of fixtures stand for. */
export interface LoadedFixture<
  Accounts = Readonly<Record<string, LoadedAccount>>,
  Contracts = Readonly<Record<string, LoadedContract>>,
> {
  /** Accounts by name. */
  readonly accounts: Accounts
  /** Contracts by name. */
  readonly contracts: Contracts
  /** All names, by address in lower case. */
  readonly labels: Readonly<Record<Hex, string>>
}

/** The typed result of a fixture whose definition the compiler knows. */
export type LoadedFrom<Definition> = [Definition] extends [FixtureDefinition]
  ? LoadedFixture<AccountsOf<Definition>, ContractsOf<Definition>>
  : LoadedFixture

type AccountsOf<Definition> = Definition extends {
  readonly accounts: infer Accounts extends object
}
  ? { readonly [Name in keyof Accounts]: LoadedAccount }
  : Readonly<Record<string, LoadedAccount>>

type ContractsOf<Definition> = Definition extends {
  readonly contracts: infer Contracts extends object
}
  ? { readonly [Name in keyof Contracts]: LoadedContract<AbiOf<Contracts[Name]>> }
  : Readonly<Record<string, LoadedContract>>

type AbiOf<Contract> = Contract extends { readonly abi: unknown }
  ? Abi
  : Contract extends { readonly artifact: { readonly abi: infer ContractAbi extends Abi } }
    ? ContractAbi
    : Abi
