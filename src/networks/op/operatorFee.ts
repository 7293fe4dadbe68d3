/** What the operator of the chain asks for. */
export interface OperatorFees {
  /** None before Isthmus. */
  readonly rules: 'none' | 'isthmus' | 'jovian'
  readonly scalar: bigint
  /** Wei. */
  readonly constant: bigint
}

/** Wei for so much gas: bought for the gas limit, and given back for what was not used. */
export function operatorFee(gas: bigint, { rules, scalar, constant }: OperatorFees): bigint {
  if (rules === 'none') return 0n
  return (rules === 'jovian' ? gas * scalar * 100n : (gas * scalar) / 1_000_000n) + constant
}
