import type { FlashblockOptions } from '../../types/flashblockOptions.ts'
import type { DevnetOptions } from '../../types/options.ts'
import { duration, InvalidOption, oneOf } from './optionValues.ts'

/** Options of flashblocks with their defaults, checked. */
export interface FlashblockSettings {
  readonly flashblockGas: 'cumulative' | 'full'
  readonly flashblockLeewayMs: number
  /** How the base fee follows the gas of blocks (EIP-1559), where it is not Ethereum's way. */
  readonly feeMarket: FeeMarket | undefined
}

export interface FeeMarket {
  readonly elasticityMultiplier: number
  readonly baseFeeMaxChangeDenominator: number
}

const presetOptions = {
  base: {
    chainId: 8453,
    blockTime: 2,
    flashblockTime: 200,
    flashblockGas: 'cumulative',
    transactionGasCap: true,
  },
} as const satisfies Record<'base', DevnetOptions>

const feeMarkets: Readonly<Record<'base', FeeMarket>> = {
  base: { elasticityMultiplier: 6, baseFeeMaxChangeDenominator: 125 },
}

/** The options, and those of the preset that are not given. Throws an `InvalidOption`. */
export function withPreset(options: DevnetOptions, hasGenesis: boolean): DevnetOptions {
  if (options.preset === undefined) return options
  const preset: DevnetOptions = presetOptions[presetName(options.preset)]
  const isOpen = (name: string): boolean =>
    options[name as keyof DevnetOptions] === undefined &&
    // A genesis file says it.
    (name !== 'chainId' || !hasGenesis)
  const open = Object.entries(preset).filter(([name]) => isOpen(name))
  return { ...options, ...Object.fromEntries(open) }
}

/** Checks options and fills in the defaults; `blockMs` is the block time. Throws an `InvalidOption`. */
export function resolveFlashblocks(
  { preset, flashblockGas, flashblockLeeway }: FlashblockOptions,
  blockMs: number,
): FlashblockSettings {
  return {
    flashblockGas: oneOf('flashblockGas', flashblockGas ?? 'full', ['cumulative', 'full']),
    flashblockLeewayMs: leeway(flashblockLeeway ?? 0, blockMs),
    feeMarket: preset && feeMarkets[presetName(preset)],
  }
}

function presetName(value: unknown): 'base' {
  return oneOf('preset', value, ['base'])
}

function leeway(value: unknown, blockMs: number): number {
  if (/^0+(ms|s)?$/.test(String(value))) return 0
  const ms = duration('flashblockLeeway', value, 'ms')
  if (ms < blockMs) return ms
  throw new InvalidOption('flashblockLeeway', value, `give less than the block time, ${blockMs} ms`)
}
