import type { Hex } from '../../lib/hex.ts'

/** Where the feeds of a live chain are. */
interface KnownChain {
  /** Chainlink's proxies by pair, as docs.chain.link/data-feeds lists them. */
  readonly chainlink: Readonly<Record<string, Hex>>
  /** The address of Pyth, as docs.pyth.network/price-feeds/contract-addresses/evm lists it. */
  readonly pyth: Hex
}

/** The chains whose feeds have names on a fork, by chain id. */
export const knownChains: Readonly<Record<number, KnownChain>> = {
  1: {
    chainlink: {
      'ETH/USD': '0x5f4ec3df9cbd43714fe2740f5e3616155c5b8419',
      'BTC/USD': '0xf4030086522a5beea4988f8ca5b36dbc97bee88c',
      'USDC/USD': '0x8fffffd4afb6115b954bd326cbe7b4ba576818f6',
      'USDT/USD': '0x3e7d1eab13ad0104d2750b8863b489d65364e32d',
      'DAI/USD': '0xaed0c38402a5d19df6e4c03f4e2dced6e29c1ee9',
    },
    pyth: '0x4305fb66699c3b2702d4d05cf36551390a4c69c6',
  },
  10: {
    chainlink: {
      'ETH/USD': '0x13e3ee699d1909e989722e753853ae30b17e08c5',
      'BTC/USD': '0xd702dd976fb76fffc2d3963d037dfdae5b04e593',
      'USDC/USD': '0x16a9fa2fda030272ce99b29cf780dfa30361e0f3',
      sequencer: '0x371ead81c9102c9bf4874a9075ffff170f2ee389',
    },
    pyth: '0xff1a0f4744e8582df1ae09d5611b887b6a12925c',
  },
  8453: {
    chainlink: {
      'ETH/USD': '0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70',
      'BTC/USD': '0x64c911996d3c6ac71f9b455b1e8e7266bcbd848f',
      'USDC/USD': '0x7e860098f58bbfc8648a4311b374b1d669a2bc6b',
      sequencer: '0xbcf85224fc0756b9fa45aa7892530b47e10b6433',
    },
    pyth: '0x8250f4af4b972684f7b336503e2d6dfedeb1487a',
  },
  42161: {
    chainlink: {
      'ETH/USD': '0x639fe6ab55c921f74e7fac1ee960c0b6293ba612',
      'BTC/USD': '0x6ce185860a4963106506c203335a2910413708e9',
      'USDC/USD': '0x50834f3163758fcc1df9973b6e91f0f0f0434ad3',
      'USDT/USD': '0x3f3f5df88dc9f13eac63df89ec16ef6e7e25dde7',
      sequencer: '0xfdb631f5ee196f0ed6faa767959853a9f217697d',
    },
    pyth: '0xff1a0f4744e8582df1ae09d5611b887b6a12925c',
  },
}

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
