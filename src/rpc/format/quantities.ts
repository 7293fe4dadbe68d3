import type { FeeHistory } from '../../execution/feeHistory.ts'
import { opStackOf } from '../../execution/rules/opStack.ts'
import { type Hex, quantity } from '../../lib/hex.ts'
import type { View } from '../../types/view.ts'

/** A JSON value with every number in it as a quantity. */
export type Quantities<Value> = Value extends bigint | number
  ? `0x${string}`
  : Value extends object
    ? { readonly [Key in keyof Value]: Quantities<Value[Key]> }
    : Value

/** The value with every number in it, at any depth, as a quantity; what is undefined is left out by JSON. */
export function formatQuantities<Value>(value: Value): Quantities<Value>
export function formatQuantities(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return quantity(value)
  if (Array.isArray(value)) return value.map((item) => formatQuantities(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, formatQuantities(item)]),
  )
}

/** When a sealed block is, on a network whose blocks have times in milliseconds. */
export function timestampMsOf(view: View): bigint | undefined {
  return view.kind === 'sealed' ? opStackOf(view.header.common)?.timestampMs(view) : undefined
}

/** Stands for a hash or root that is not known before the block is sealed. */
export const zeroHash: Hex = `0x${'0'.repeat(64)}`

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
