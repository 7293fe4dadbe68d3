/** The networks of the OP stack that have a record, in `src/extensions/networks/records.ts`. */
export type OpStackName = 'op' | 'unichain' | 'base' | 'base-flashblocks'

/** What `network` takes; `optimism` is another name of `op`. */
export type NetworkName = 'ethereum' | 'optimism' | OpStackName

/** What makes an OP-stack network; fees in wei. */
export interface NetworkRecord {
  readonly name: string
  readonly chainId: number
  /** Between sealed blocks. */
  readonly blockMs: number
  /** Between flashblocks; none where the network has none. */
  readonly flashblockMs: number | undefined
  readonly gasLimit: bigint
  /** How much of a full block one block's gas can move the base fee (EIP-1559). */
  readonly denominator: number
  /** How many times its gas target a block can have (EIP-1559). */
  readonly elasticity: number
  /** Wei per gas. */
  readonly minBaseFee: bigint
  /** How eth_subscribe handles flashblock subscriptions: serves them, rejects them, or never sends one. */
  readonly flashblockSubscriptions: 'served' | 'refused' | 'silent'
  /** Whether eth_subscribe reports pending transactions. */
  readonly tellsOfPool: boolean
  /**
   * When Base's upgrade Azul begins, seconds; none: never. From then on the stream of a builder says
   * `access_list` beside each flashblock, before it `receipts` and `new_account_balances`.
   */
  readonly azulTime: bigint | undefined
  /** Whether a block's gas is shared out among its flashblocks. */
  readonly flashblockGas: 'cumulative' | 'full'
  /** Whether blocks have a time in milliseconds, which a second system transaction passes on (Base's BaseTime). */
  readonly hasBaseTime: boolean
  /** How many blocks `safe` and `finalized` are behind the head. */
  readonly safeLag: number
  readonly finalizedLag: number
  /** How L1 fees follow the simulated L1. */
  readonly baseFeeScalar: number
  readonly blobBaseFeeScalar: number
  readonly operatorFeeScalar: number
  readonly operatorFeeConstant: bigint
  /** 0 stands for 400. */
  readonly daFootprintGasScalar: number
}

/** A network of one's own: as one of those here but for what it says. */
export interface NetworkOptions extends Partial<NetworkRecord> {
  readonly like: OpStackName
}

/** What a simulated L1 says; what is absent stays as it is. Fees in wei. */
export interface L1Values {
  /** The number of the L1 block that the next block follows. */
  readonly number?: bigint | undefined
  /** The time of that block, in seconds. */
  readonly timestamp?: bigint | undefined
  /** Wei per gas. */
  readonly baseFee?: bigint | undefined
  /** Wei per blob gas. */
  readonly blobBaseFee?: bigint | undefined
  readonly baseFeeScalar?: number | undefined
  readonly blobBaseFeeScalar?: number | undefined
  readonly operatorFeeScalar?: number | undefined
  readonly operatorFeeConstant?: bigint | undefined
  readonly daFootprintGasScalar?: number | undefined
}
