import type { Hex } from '../lib/hex.ts'
import type { Abi, AbiItem } from './abi.ts'
import type { HardforkName } from './options.ts'

/**
 * A whole number: `10n`, `6`, `'0xff'`, `'1000000e6'`, `'1.5e18'`, or with a unit of Solidity as in
 * `'10 ether'`, `'1gwei'` and `'7 days'`.
 */
export type Amount = bigint | number | string

/** A name that the fixture gives to an account or a contract, or an address. */
export type NameOrAddress = string

/** What a chain begins with; only where a chain is started with the fixture. */
export interface FixtureChain {
  readonly id?: number | undefined
  readonly hardfork?: HardforkName | 'latest' | undefined
  /**
   * Of the genesis block: seconds since 1970, a date, or ISO text. Of a chain that runs already:
   * where its time goes on from.
   */
  readonly timestamp?: number | string | Date | undefined
  /** Wei per gas, of the first block. */
  readonly baseFee?: Amount | undefined
  readonly gasLimit?: Amount | undefined
  /** What `mnemonicIndex` counts in. */
  readonly mnemonic?: string | undefined
}

/**
 * An account with a name: of the mnemonic, of a private key, or an address alone. The next one of the
 * mnemonic that has no name yet when it says none of these.
 */
export interface FixtureAccount {
  readonly mnemonicIndex?: number | undefined
  readonly privateKey?: Hex | undefined
  readonly address?: Hex | undefined
  /** Wei. */
  readonly balance?: Amount | undefined
  readonly nonce?: Amount | undefined
  /** Whether it sends without a key, from now on. */
  readonly impersonate?: boolean | undefined
}

/** What compilers write: an artifact of Hardhat or Foundry, or a contract of solc's standard output. */
export type ArtifactObject = object

/** A contract with a name: deployed by a transaction, placed at an address, or there already. */
export interface FixtureContract {
  /**
   * The path of an artifact, from the folder of the fixture's file; of a file with several contracts
   * with the name after a colon: `build.json:Token`, `build.json:src/Token.sol:Token`. Or what is in it.
   */
  readonly artifact?: string | ArtifactObject | undefined
  /** Of the constructor. */
  readonly args?: readonly unknown[] | undefined
  /** By the name of each library that the code is to be linked with: `Math`, or `src/Math.sol:Math`. */
  readonly libraries?: Readonly<Record<string, NameOrAddress>> | undefined
  /** Who deploys it. */
  readonly from?: NameOrAddress | undefined
  /** Wei that the constructor gets. */
  readonly value?: Amount | undefined
  readonly gas?: Amount | undefined
  /**
   * Where it is to be without a transaction: with the code of the artifact, or with what the
   * constructor makes of `args` there.
   */
  readonly at?: Hex | undefined
  /** What runs there, where there is no artifact. */
  readonly code?: Hex | undefined
  /** Values by the names of variables, which the artifact's `storageLayout` tells, or by slots. */
  readonly storage?: Readonly<Record<string, unknown>> | undefined
  /** Wei; only with `at`. */
  readonly balance?: Amount | undefined
  /**
   * The interface to call it by, where that is another than the artifact's, as behind a proxy: the
   * name of another contract, the path of an artifact, or items and signatures.
   */
  readonly abi?: string | readonly (string | AbiItem)[] | undefined
}

/** A transaction: a call by name, ether alone, a signed one, or those that forge has sent. */
export interface FixtureTransaction {
  readonly from?: NameOrAddress | undefined
  readonly to?: NameOrAddress | undefined
  /** `usdc.mint`; `usdc.mint(address,uint256)` where there are several of the name. */
  readonly call?: string | undefined
  readonly args?: readonly unknown[] | undefined
  readonly data?: Hex | undefined
  /** Wei. */
  readonly value?: Amount | undefined
  readonly gas?: Amount | undefined
  /** A signed transaction. */
  readonly raw?: Hex | undefined
  /** The path of a `run-latest.json` of `forge script --broadcast`, or what is in it. */
  readonly broadcast?: string | object | undefined
  /** Blocks to be sealed at this point. */
  readonly mine?: number | FixtureMining | undefined
}

export interface FixtureMining {
  /** @default 1 */
  readonly blocks?: number | undefined
  /**
   * Seconds from each block to the next.
   * @default 1
   */
  readonly interval?: number | undefined
}

/** What a chain is to have, in words: the content of a fixture's file. */
export interface FixtureDefinition {
  /** Files have to say it. */
  readonly version?: 1 | undefined
  /** Paths of what goes before: other fixtures, a state file, a `genesis.json`, blocks in RLP. */
  readonly extends?: string | readonly string[] | undefined
  readonly chain?: FixtureChain | undefined
  readonly accounts?: Readonly<Record<string, FixtureAccount>> | undefined
  /** In the order in which they are deployed. */
  readonly contracts?: Readonly<Record<string, FixtureContract>> | undefined
  /** After the contracts. */
  readonly txs?: readonly FixtureTransaction[] | undefined
  /** Blocks to be sealed at the end; a number of them, or with the time between. */
  readonly mine?: number | FixtureMining | undefined
  /** More names for people, by name. Accounts and contracts have theirs. */
  readonly labels?: Readonly<Record<string, NameOrAddress>> | undefined
}

/** An account that a fixture names. */
export interface LoadedAccount {
  readonly address: Hex
  /** Where it is known. */
  readonly privateKey?: Hex | undefined
}

/** A contract that a fixture names. */
export interface LoadedContract<ContractAbi = Abi> {
  readonly address: Hex
  readonly abi: ContractAbi
}

/** What the names of fixtures stand for. */
export interface LoadedFixture<
  Accounts = Readonly<Record<string, LoadedAccount>>,
  Contracts = Readonly<Record<string, LoadedContract>>,
> {
  readonly accounts: Accounts
  readonly contracts: Contracts
  /** All names, by address in lower case. */
  readonly labels: Readonly<Record<Hex, string>>
}

/** What comes of a fixture whose definition the compiler knows. */
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
