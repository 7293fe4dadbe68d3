import type { FlashblockOptions } from '../../types/options/flashblockOptions.ts'
import { duration, InvalidOption, oneOf } from './optionValues.ts'

/** Options of flashblocks with their defaults, checked. */
export interface FlashblockSettings {
  readonly flashblockGas: 'cumulative' | 'full'
  readonly flashblockLeewayMs: number
}

/** Checks options and fills in the defaults; `blockMs` is the block time. Throws an `InvalidOption`. */
export function resolveFlashblocks(
  { flashblockGas, flashblockLeeway }: FlashblockOptions,
  blockMs: number,
): FlashblockSettings {
  return {
    flashblockGas: oneOf('flashblockGas', flashblockGas ?? 'full', ['cumulative', 'full']),
    flashblockLeewayMs: leeway(flashblockLeeway ?? 0, blockMs),
  }
}

function leeway(value: unknown, blockMs: number): number {
  if (/^0+(ms|s)?$/.test(String(value))) return 0
  const ms = duration('flashblockLeeway', value, 'ms')
  if (ms < blockMs) return ms
  throw new InvalidOption('flashblockLeeway', value, `give less than the block time, ${blockMs} ms`)
}
