import type { Hex } from '../lib/hex.ts'
import type { BlobSchedule } from './hardforkSchedule.ts'
import type { HardforkName } from './options/options.ts'
import type { GenesisAccount } from './state.ts'

/** Hardforks that a chain can reach; the bpo ones change only how many blobs a block may have (EIP-7892). */
export type AnyHardforkName = HardforkName | 'bpo1' | 'bpo2' | 'bpo3' | 'bpo4' | 'bpo5'

/** A hardfork, and the block or the time in seconds at which it activates. */
export type Hardfork =
  | { readonly name: AnyHardforkName; readonly block: bigint; readonly time?: undefined }
  | { readonly name: AnyHardforkName; readonly time: bigint; readonly block?: undefined }

/** What determines the rules at any block of a chain. */
export interface ChainRules {
  /** The chain id, at most 2^53 - 1. */
  readonly chainId: number
  /** Hardforks that the chain reaches, oldest first, beginning with `chainstart` at block 0. */
  readonly forks: readonly Hardfork[]
  /** Blob schedules by the hardfork that introduces them, where they differ from Ethereum mainnet's. */
  readonly blobSchedules: { readonly [Name in AnyHardforkName]?: BlobSchedule }
  /** Address of the deposit contract (EIP-6110); mainnet's when absent. */
  readonly depositContract?: Hex | undefined
  /** Whether blocks before the merge are mined: they have a difficulty, uncles and rewards. */
  readonly proofOfWork: boolean
}

/** The fields of a genesis header that are not computed from the accounts or the rules. */
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
