import type { ForkOptions } from './options/forkOptions.ts'
import type { Duration } from './values.ts'

/** How the L1 beside a chain of the OP stack is, and when things come over. */
export interface L1Options {
  /**
   * Its chain id: viem's chains of L2s look for their contracts on Ethereum.
   * @default 1
   */
  readonly chainId?: number | undefined
  /**
   * The live chain that it begins from, where the L2 is a fork too: a URL, or as the option `fork`. Both have the
   * contracts of their live chains.
   * @default none
   */
  readonly fork?: string | ForkOptions | undefined
  /**
   * Address of the OptimismPortal of the L2 on a forked L1.
   * @default that of the network
   */
  readonly portal?: `0x${string}` | undefined
  /**
   * Time between its blocks where they come by time, such as `'12s'`. Where the L2 seals each transaction at once, or
   * on request only, the L1 does so too.
   * @default '12s'
   */
  readonly blockTime?: Duration | undefined
  /**
   * How many blocks of L1 are to be on top of one before the L2 has it as its origin, with its deposits.
   * @default 0
   */
  readonly originLag?: number | undefined
  /**
   * How far a block of the L2 may be ahead of its origin while the L1 is paused, and still have transactions of users.
   * @default '30m'
   */
  readonly maxDrift?: Duration | undefined
  /**
   * How many blocks of the L2 there are from a proposal to the next: a game on L1 about the state of the L2, with which
   * withdrawals are proven.
   * @default 10
   */
  readonly proposeEvery?: number | undefined
  /**
   * Time after which a game without a challenge is won.
   * @default '3.5d'
   */
  readonly maturity?: Duration | undefined
  /**
   * Time from the end of a game until withdrawals can rely on it.
   * @default '3.5d'
   */
  readonly finalizationDelay?: Duration | undefined
  /**
   * Time from the proof of a withdrawal until it can be finalized.
   * @default '7d'
   */
  readonly proofMaturity?: Duration | undefined
  /**
   * Time for which a message to another L2 can be executed.
   * @default '7d'
   */
  readonly messageExpiry?: Duration | undefined
  /**
   * Whether an account of the devnet relays the messages between L2s. Without it, users do.
   * @default false
   */
  readonly autorelay?: boolean | undefined
  /**
   * Time from the block of a message until it is relayed.
   * @default none
   */
  readonly relayDelay?: Duration | undefined
  /**
   * Gas limit of the transactions of the relayer, with which messages may fail.
   * @default as estimated
   */
  readonly relayGas?: bigint | number | undefined
}

/** What can be done to the bridge between an L1 and the L2 beside it. */
export interface BridgeControls {
  /**
   * Challenges a game about the L2, by default the newest one that is in progress: withdrawals that were proven with it
   * need another proof. Returns the hash of the transaction on L1.
   *
   * @example
   * await devnet.l1.challengeGame()
   */
  challengeGame(index?: bigint): Promise<`0x${string}`>
  /**
   * Stops proofs and withdrawals of the portal, or lets them go on. Returns the hash of the transaction on L1.
   *
   * @example
   * await devnet.l1.setPortalPaused(true)
   */
  setPortalPaused(isPaused: boolean): Promise<`0x${string}`>
}

/** Contracts on L1 that belong to an L2. */
export interface L1Contracts {
  readonly portal: `0x${string}`
  readonly disputeGameFactory: `0x${string}`
  readonly l1StandardBridge: `0x${string}`
  readonly l1CrossDomainMessenger: `0x${string}`
  readonly systemConfig: `0x${string}`
  readonly anchorStateRegistry: `0x${string}`
  readonly optimismMintableERC20Factory: `0x${string}`
  readonly game: `0x${string}`
}

/** Contracts of a bridge on L1: of a live one as far as they are known. */
export type BridgeContracts = Pick<L1Contracts, 'portal' | 'systemConfig'> & Partial<L1Contracts>
