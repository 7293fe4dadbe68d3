import type { Hex } from '../lib/hex.ts'

/** A chain as viem and wagmi describe one: plain data, which needs neither of them. */
export interface ViemChain {
  readonly id: number
  readonly name: string
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  /** URLs of the first server that was started and still runs; none when there is no server. */
  readonly rpcUrls: {
    readonly default: { readonly http: readonly string[]; readonly webSocket: readonly string[] }
  }
  /** Between sealed blocks, in ms. */
  readonly blockTime: number
  /** Between flashblocks, in ms; absent where there are none. With it viem reads the pending block by default. */
  readonly experimental_preconfirmationTime?: number
  /** Contracts that are there now at the addresses where clients look for them. */
  readonly contracts: { readonly multicall3?: { readonly address: Hex } }
  readonly testnet: true
}
