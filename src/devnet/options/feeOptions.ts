import type { FeeOptions } from '../../types/options/feeOptions.ts'
import { big, flag } from './optionValues.ts'

/** Options of fees with their defaults, checked. Fees in wei per gas. */
export interface FeeSettings {
  readonly baseFee: bigint
  readonly gasPrice: bigint | undefined
  readonly minGasPrice: bigint
  readonly priorityFee: boolean
  readonly disablePoolBalanceChecks: boolean
}

const maxUint256 = 2n ** 256n - 1n

/** Wei per gas. */
export const usualBaseFee = 1_000_000_000n

/** Checks options and fills in the defaults. Throws an `InvalidOption`. */
export function resolveFees(options: FeeOptions): FeeSettings {
  const { baseFee, gasPrice, minGasPrice, priorityFee, disablePoolBalanceChecks } = options
  return {
    baseFee: big('baseFee', baseFee ?? usualBaseFee, 0n, maxUint256),
    gasPrice: gasPrice === undefined ? undefined : big('gasPrice', gasPrice, 0n, maxUint256),
    minGasPrice: big('minGasPrice', minGasPrice ?? 0, 0n, maxUint256),
    priorityFee: flag('priorityFee', priorityFee ?? true),
    disablePoolBalanceChecks: flag('disablePoolBalanceChecks', disablePoolBalanceChecks ?? false),
  }
}
