/** What a wallet does with a request that its user is asked about. */
export type WalletAnswer = 'approve' | 'reject' | 'ask'

export interface WalletOptions {
  /**
   * Which of the chain's accounts it has, counted from 0; the first one is chosen.
   * @default [0]
   */
  readonly accounts?: readonly number[] | undefined
  /**
   * What it does when it would ask its user; with `ask` the request waits for the test, see `Wallet.nextPrompt`.
   * @default 'approve'
   */
  readonly answer?: WalletAnswer | undefined
  /**
   * Whether pages may see the accounts from the start, as if they had been connected before.
   * @default false
   */
  readonly isConnected?: boolean | undefined
  /**
   * Id of the chain that it is on at first: that of the test or one of `chains`.
   * @default the chain of the test
   */
  readonly chainId?: number | undefined
  /**
   * Ids of other chains that it knows: empty ones, for pages that ask to switch.
   * @default []
   */
  readonly chains?: readonly number[] | undefined
  /**
   * As which it announces itself (EIP-6963).
   * @default 'preconf'
   */
  readonly name?: string | undefined
  /**
   * Whether it is `window.ethereum`, too.
   * @default true
   */
  readonly isInjected?: boolean | undefined
}
