/** What a wallet does with a request that its user is asked about. */
export type WalletAnswer = 'approve' | 'reject' | 'ask'

export interface WalletOptions {
  /**
   * Indexes of the chain's accounts that it has, from 0; the first one is selected.
   * @default [0]
   */
  readonly accounts?: readonly number[] | undefined
  /**
   * What it does with a request that needs the user's approval; with `ask` the request waits for the test, see `Wallet.nextPrompt`.
   * @default 'approve'
   */
  readonly answer?: WalletAnswer | undefined
  /**
   * Whether pages may see the accounts from the start, as if they had been connected before.
   * @default false
   */
  readonly isConnected?: boolean | undefined
  /**
   * Id of the chain that is selected at first: that of the test or one of `chains`.
   * @default the chain of the test
   */
  readonly chainId?: number | undefined
  /**
   * Ids of other, empty chains that pages can ask it to switch to.
   * @default []
   */
  readonly chains?: readonly number[] | undefined
  /**
   * The name that it announces (EIP-6963).
   * @default 'preconf'
   */
  readonly name?: string | undefined
  /**
   * Whether it is also `window.ethereum`.
   * @default true
   */
  readonly isInjected?: boolean | undefined
}
