/** What a request has and what it would need, in wei, gas, bytes or a nonce: for errors that are worded as another node words them. */
export interface Amounts {
  readonly have: bigint
  readonly want: bigint
  /** The field that they are of, where it can be one or another. */
  readonly field?: 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | undefined
  /** Of the transaction that is in the way. */
  readonly nonce?: bigint | undefined
}
