import type {
  Account,
  Address,
  Chain,
  PublicClient,
  TestClient,
  Transport,
  WalletClient,
} from 'viem'
import type { Hex } from '../lib/hex.ts'

/** What the transport can subscribe to: the parameters of `eth_subscribe`. */
export type SubscriptionRequest = readonly [
  kind:
    | 'newHeads'
    | 'logs'
    | 'newPendingTransactions'
    | 'newFlashblocks'
    | 'newFlashblockTransactions'
    | 'pendingLogs'
    | 'transactionReceipts'
    | 'syncing',
  ...options: readonly unknown[],
]

/**
 * A viem transport to a devnet in this process. Viem treats it as a WebSocket, so that its watchers
 * subscribe instead of polling.
 */
export type DevnetTransport = Transport<
  'webSocket',
  {
    subscribe(subscription: {
      readonly params: SubscriptionRequest
      // What is pushed is known to who asks for it; viem, too, leaves it open.
      // biome-ignore lint/suspicious/noExplicitAny: as above
      readonly onData: (data: any) => void
      // biome-ignore lint/suspicious/noExplicitAny: viem's own type of it
      readonly onError?: ((error: any) => void) | undefined
    }): Promise<{
      readonly subscriptionId: Hex
      readonly unsubscribe: () => Promise<{ readonly result: boolean }>
    }>
  }
>

/** Options of the clients of a devnet. */
export interface ClientsOptions {
  /**
   * The sender when a call names no account: an account of the devnet by its index, an address that the
   * devnet can sign for or impersonates, or an account of viem.
   * @default 0
   */
  readonly account?: number | Address | Account | undefined
}

/** viem's clients of a devnet, over one transport. */
export interface ViemClients {
  readonly transport: DevnetTransport
  readonly publicClient: PublicClient<DevnetTransport, Chain>
  readonly walletClient: WalletClient<DevnetTransport, Chain, Account>
  readonly testClient: TestClient<'anvil', DevnetTransport, Chain, Account>
}

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
    /** The OP stack's gas price oracle. */
    readonly gasPriceOracle?: { readonly address: Hex }
    readonly l1Block?: { readonly address: Hex }
    readonly l2ToL1MessagePasser?: { readonly address: Hex }
    readonly l2CrossDomainMessenger?: { readonly address: Hex }
    readonly l2StandardBridge?: { readonly address: Hex }
    /** The contracts on L1, by its chain id. */
    readonly portal?: { readonly [chainId: number]: { readonly address: Hex } }
    readonly disputeGameFactory?: { readonly [chainId: number]: { readonly address: Hex } }
    readonly l1StandardBridge?: { readonly [chainId: number]: { readonly address: Hex } }
  }
  readonly testnet: true
}
