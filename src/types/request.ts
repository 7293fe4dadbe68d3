/** An entry of an access list (EIP-2930), as it stands in a transaction: 20 bytes, and slots of 32 bytes each. */
export type AccessListItem = readonly [address: Uint8Array, storageKeys: readonly Uint8Array[]]

/** A signed delegation (EIP-7702), as it stands in a transaction: numbers big-endian without leading zeros. */
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
  /** None: it creates a contract. */
  readonly to?: Uint8Array | undefined
  readonly gas?: bigint | undefined
  readonly gasPrice?: bigint | undefined
  readonly maxFeePerGas?: bigint | undefined
  readonly maxPriorityFeePerGas?: bigint | undefined
  readonly maxFeePerBlobGas?: bigint | undefined
  readonly value?: bigint | undefined
  readonly nonce?: bigint | undefined
  readonly data?: Uint8Array | undefined
  readonly chainId?: bigint | undefined
  readonly accessList?: readonly AccessListItem[] | undefined
  readonly blobVersionedHashes?: readonly Uint8Array[] | undefined
  readonly authorizationList?: readonly AuthorizationItem[] | undefined
}

/** A slot and its value, 32 bytes each. */
export type SlotOverride = readonly [slot: Uint8Array, value: Uint8Array]

/** What an account is during a call, as far as it is given. */
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
  /** Where the precompile at `address` is instead. */
  readonly movePrecompileToAddress?: Uint8Array | undefined
}

/** A withdrawal from the consensus layer (EIP-4895); `amount` in gwei. */
export interface WithdrawalRequest {
  readonly index: bigint
  readonly validatorIndex: bigint
  readonly address: Uint8Array
  readonly amount: bigint
}

/** What a block is during a call, as far as it is given. */
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

/** What state and block are during a call. */
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

/** What `eth_simulateV1` is asked. */
export interface SimulatePayload {
  readonly blockStateCalls: readonly BlockStateCall[]
  /** Whether movements of ether appear among the logs. */
  readonly traceTransfers?: boolean | undefined
  /** Whether nonces, fees and base fees must be as in real blocks. */
  readonly validation?: boolean | undefined
  /** Whether the answer has transaction objects instead of hashes. */
  readonly returnFullTransactions?: boolean | undefined
}
