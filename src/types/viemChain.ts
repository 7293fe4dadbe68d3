import type { Hex } from '../lib/hex.ts'

/** A chain object for viem and wagmi: plain data, which needs neither of them. */
export interface ViemChain {
  readonly id: number
  readonly name: string
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  /** URLs of the first server that is still running; empty when there is none. */
  readonly rpcUrls: {
    readonly default: { readonly http: readonly string[]; readonly webSocket: readonly string[] }
  }
  /** Time between sealed blocks, in ms. */
  readonly blockTime: number
  /** Time between flashblocks, in ms; absent without flashblocks. It makes viem read the pending block by default. */
  readonly experimental_preconfirmationTime?: number
  /** Contracts that are deployed now at the addresses where clients expect them. */
  readonly contracts: {
    readonly multicall3?: { readonly address: Hex }
    /** Of the OP stack. */
    readonly gasPriceOracle?: { readonly address: Hex }
    readonly l1Block?: { readonly address: Hex }
    readonly l2ToL1MessagePasser?: { readonly address: Hex }
  }
  readonly testnet: true
}
