import type { Hex } from '../../lib/hex.ts'

/** Pyth's ids by pair, the same on all chains. */
export const pythIds: Readonly<Record<string, Hex>> = {
  'BTC/USD': '0xe62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43',
  'ETH/USD': '0xff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace',
  'SOL/USD': '0xef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
  'USDC/USD': '0xeaa020c61cc479712813461ce153894a96a6c00b21ed0cfc2798d1f9a9e9c94a',
  'USDT/USD': '0x2b89b9dc8fdf9f34709a5b106b472f0f39bb6ca9ce04b0fd7f2e971688e2e53b',
  'DAI/USD': '0xb0948a5e5313200c632b51bb5ca32f6de0d36e9950a942d19751e833f70dabfd',
}

/** Decimals of tokens that have not 18. */
export const tokenDecimals: Readonly<Record<string, number>> = {
  BTC: 8,
  WBTC: 8,
  USD: 6,
  USDC: 6,
  USDT: 6,
}
