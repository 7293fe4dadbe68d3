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
  /** The transport of all three, for more clients. */
  readonly transport: DevnetTransport
  /** Reads the chain and watches it. */
  readonly publicClient: PublicClient<DevnetTransport, Chain>
  /** Signs and sends; the devnet has the keys. */
  readonly walletClient: WalletClient<DevnetTransport, Chain, Account>
  /** Changes the chain, in viem's mode `anvil`. */
  readonly testClient: TestClient<'anvil', DevnetTransport, Chain, Account>
}

/** A chain object for viem and wagmi: plain data, which needs neither of them. */
export interface ViemChain {
  /** The chain id. */
  readonly id: number
  /** What wallets show. */
  readonly name: string
  /** What gas is paid in. */
  readonly nativeCurrency: {
    /** Such as `Ether`. */
    readonly name: string
    /** Such as `ETH`. */
    readonly symbol: string
    /** The digits of a whole unit: 18. */
    readonly decimals: number
  }
  /** URLs of the first server that is still running; empty when there is none. */
  readonly rpcUrls: {
    /** The URLs that viem takes unless others are given. */
    readonly default: { readonly http: readonly string[]; readonly webSocket: readonly string[] }
  }
  /** Time between sealed blocks, in ms. */
  readonly blockTime: number
  /** Time between flashblocks, in ms; absent without flashblocks. It makes viem read the pending block by default. */
  readonly experimental_preconfirmationTime?: number
  /** Contracts that are deployed now at the addresses where clients expect them. */
  readonly contracts: {
    /** Reads many values in one call. */
    readonly multicall3?: { readonly address: Hex }
    /** The OP stack's gas price oracle. */
    readonly gasPriceOracle?: { readonly address: Hex }
    /** What the L2 knows of L1. */
    readonly l1Block?: { readonly address: Hex }
    /** Where withdrawals begin. */
    readonly l2ToL1MessagePasser?: { readonly address: Hex }
    /** The messages of the L2 to its L1. */
    readonly l2CrossDomainMessenger?: { readonly address: Hex }
    /** The tokens of the L2 on their way to L1. */
    readonly l2StandardBridge?: { readonly address: Hex }
    /** The contracts on L1, by its chain id. */
    readonly portal?: { readonly [chainId: number]: { readonly address: Hex } }
    /** The games that prove withdrawals, by L1's chain id. */
    readonly disputeGameFactory?: { readonly [chainId: number]: { readonly address: Hex } }
    /** The tokens of L1 on their way to the L2, by L1's chain id. */
    readonly l1StandardBridge?: { readonly [chainId: number]: { readonly address: Hex } }
  }
  readonly testnet: true
}
