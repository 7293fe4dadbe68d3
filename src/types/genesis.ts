import type { Hex } from '../lib/hex.ts'
import type { HardforkName } from './options.ts'
import type { GenesisAccount } from './state.ts'

/** Hardforks that a chain can come to; the bpo ones change what blobs a block may have, and nothing else (EIP-7892). */
export type AnyHardforkName = HardforkName | 'bpo1' | 'bpo2' | 'bpo3' | 'bpo4' | 'bpo5'

/** A hardfork, and the block or the time in seconds from which it holds. */
export type Hardfork =
  | { readonly name: AnyHardforkName; readonly block: bigint; readonly time?: undefined }
  | { readonly name: AnyHardforkName; readonly time: bigint; readonly block?: undefined }

/** How many blobs blocks have and how fast their fee moves (EIP-7840). */
export interface BlobSchedule {
  /** Blobs per block at which the fee stays. */
  readonly target: number
  /** The most blobs that a block can have. */
  readonly max: number
  readonly baseFeeUpdateFraction: number
}

/** What the rules of a chain at any block follow from. */
export interface ChainRules {
  /** At most 2^53 - 1. */
  readonly chainId: number
  /** Those that hold some time, oldest first, from `chainstart` at block 0 on. */
  readonly forks: readonly Hardfork[]
  /** By the fork that brings it, where it is not the one of Ethereum's mainnet. */
  readonly blobSchedules: { readonly [Name in AnyHardforkName]?: BlobSchedule }
  /** Where deposits are made (EIP-6110); mainnet's contract when absent. */
  readonly depositContract?: Hex | undefined
  /** Whether blocks before the merge are mined: they have a difficulty, uncles and rewards. */
  readonly proofOfWork: boolean
}

/** The header of a genesis block, as far as it follows neither from the accounts nor from the rules. */
export interface GenesisHeader {
  /** Seconds. */
  readonly timestamp: bigint
  readonly gasLimit: bigint
  readonly difficulty?: bigint | undefined
  /** 8 bytes. */
  readonly nonce?: Uint8Array | undefined
  /** 32 bytes. */
  readonly mixHash?: Uint8Array | undefined
  /** 20 bytes. */
  readonly coinbase?: Uint8Array | undefined
  readonly extraData?: Uint8Array | undefined
  /** 32 bytes. */
  readonly parentHash?: Uint8Array | undefined
  readonly gasUsed?: bigint | undefined
  /** Wei; 1 gwei when absent; none before London. */
  readonly baseFeePerGas?: bigint | undefined
  readonly excessBlobGas?: bigint | undefined
  readonly blobGasUsed?: bigint | undefined
}

/** What a chain begins with. */
export interface Genesis {
  readonly rules: ChainRules
  readonly header: GenesisHeader
  readonly accounts: readonly GenesisAccount[]
}
