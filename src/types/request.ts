import type { BlobsBundle } from './transaction.ts'

/** An entry of an access list (EIP-2930), as in a transaction: 20 bytes, and slots of 32 bytes each. */
export type AccessListItem = readonly [address: Uint8Array, storageKeys: readonly Uint8Array[]]

/** A signed delegation (EIP-7702), as in a transaction: numbers big-endian without leading zeros. */
export type AuthorizationItem = readonly [
  chainId: Uint8Array,
  address: Uint8Array,
  nonce: Uint8Array,
  yParity: Uint8Array,
  r: Uint8Array,
  s: Uint8Array,
]

/**
 * A call, or a transaction that is still to be completed and signed: execution-apis
 * `GenericTransaction`. Addresses have 20 bytes, hashes 32; prices are wei per gas.
 */
export interface CallRequest {
  readonly type?: number | undefined
  readonly from?: Uint8Array | undefined
  /** Left out to create a contract. */
  readonly to?: Uint8Array | undefined
  readonly gas?: bigint | undefined
  readonly gasPrice?: bigint | undefined
  readonly maxFeePerGas?: bigint | undefined
  readonly maxPriorityFeePerGas?: bigint | undefined
  readonly maxFeePerBlobGas?: bigint | undefined
  readonly value?: bigint | undefined
  /** Wei that a simulated deposit of the OP stack (type 0x7e) brings. */
  readonly mint?: bigint | undefined
  readonly nonce?: bigint | undefined
  readonly data?: Uint8Array | undefined
  readonly chainId?: bigint | undefined
  readonly accessList?: readonly AccessListItem[] | undefined
  readonly blobVersionedHashes?: readonly Uint8Array[] | undefined
  readonly authorizationList?: readonly AuthorizationItem[] | undefined
  /** What `blobVersionedHashes` are of. Only in transactions. */
  readonly sidecar?: BlobsBundle | undefined
}

/** A slot and its value, 32 bytes each. */
export type SlotOverride = readonly [slot: Uint8Array, value: Uint8Array]

/** The state of an account during a call; fields that are left out stay as they are. */
export interface AccountOverride {
  readonly address: Uint8Array
  /** Wei. */
  readonly balance?: bigint | undefined
  readonly nonce?: bigint | undefined
  readonly code?: Uint8Array | undefined
  /** The whole storage: other slots read zero. */
  readonly state?: readonly SlotOverride[] | undefined
  /** Only these slots. */
  readonly stateDiff?: readonly SlotOverride[] | undefined
  /** The address to which the precompile at `address` is moved. */
  readonly movePrecompileToAddress?: Uint8Array | undefined
}

/** A withdrawal from the consensus layer (EIP-4895); `amount` in gwei. */
export interface WithdrawalRequest {
  readonly index: bigint
  readonly validatorIndex: bigint
  readonly address: Uint8Array
  readonly amount: bigint
}

/** The block in which a call runs; fields that are left out stay as they are. */
export interface BlockOverrides {
  readonly number?: bigint | undefined
  /** Seconds. */
  readonly timestamp?: bigint | undefined
  readonly gasLimit?: bigint | undefined
  readonly feeRecipient?: Uint8Array | undefined
  readonly prevRandao?: Uint8Array | undefined
  /** Wei per gas. */
  readonly baseFeePerGas?: bigint | undefined
  /** Wei per blob gas. */
  readonly blobBaseFee?: bigint | undefined
  /** Only in simulations. */
  readonly beaconRoot?: Uint8Array | undefined
  /** Only in simulations. */
  readonly withdrawals?: readonly WithdrawalRequest[] | undefined
}

/** The state and block in which a call runs. */
export interface Overrides {
  readonly state?: readonly AccountOverride[] | undefined
  readonly block?: BlockOverrides | undefined
}

/** A block to simulate. */
export interface BlockStateCall {
  readonly blockOverrides?: BlockOverrides | undefined
  readonly stateOverrides?: readonly AccountOverride[] | undefined
  readonly calls?: readonly CallRequest[] | undefined
}

/** The parameter of `eth_simulateV1`. */
export interface SimulatePayload {
  readonly blockStateCalls: readonly BlockStateCall[]
  /** Whether transfers of ether appear among the logs. */
  readonly traceTransfers?: boolean | undefined
  /** Whether nonces, fees and base fees are checked as in real blocks. */
  readonly validation?: boolean | undefined
  /** Whether the answer has transaction objects instead of hashes. */
  readonly returnFullTransactions?: boolean | undefined
}
