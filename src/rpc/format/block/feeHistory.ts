import type { FeeHistory } from '../../../execution/feeHistory.ts'
import { quantity } from '../../../lib/hex.ts'

/** Answer of `eth_feeHistory`, from the oldest block on. */
export function formatFeeHistory(oldestBlock: bigint, history: FeeHistory) {
  return {
    oldestBlock: quantity(oldestBlock),
    baseFeePerGas: history.baseFeePerGas.map(quantity),
    gasUsedRatio: history.gasUsedRatio,
    baseFeePerBlobGas: history.baseFeePerBlobGas.map(quantity),
    blobGasUsedRatio: history.blobGasUsedRatio,
    ...(history.reward !== undefined && {
      reward: history.reward.map((tips) => tips.map(quantity)),
    }),
  }
}
