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

/** What `subscribe` of the transport can be asked for: `eth_subscribe`'s parameters. */
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
 * A transport of viem to a devnet in this process. To viem it is a WebSocket: its watchers subscribe
 * instead of polling.
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

/** How the clients of a devnet are made. */
export interface ClientsOptions {
  /**
   * Who sends when a call names no account: one of the devnet's accounts by its index, an address of
   * which the devnet signs or which it impersonates, or an account of viem.
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
