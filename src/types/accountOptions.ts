/** Who has ether when the chain begins, and who may send. */
export interface AccountOptions {
  /**
   * Number of funded accounts derived from the mnemonic.
   * @default 10
   */
  accounts?: number | undefined
  /**
   * Balance of each account, in ether.
   * @default 10000
   */
  balance?: number | bigint | string | undefined
  /**
   * BIP-39 words from which the accounts are derived.
   * @default 'test test test test test test test test test test test junk'
   */
  mnemonic?: string | undefined
  /**
   * Draws a new mnemonic, of so many words: 12, 15, 18, 21 or 24; `true` is 12.
   * @default false
   */
  mnemonicRandom?: number | boolean | undefined
  /** Draws the mnemonic from this: a number as Anvil does, or any text. Equal seeds give equal accounts. */
  mnemonicSeed?: number | bigint | string | undefined
  /**
   * Where the accounts are among all of the mnemonic (BIP-32), without the last index.
   * @default "m/44'/60'/0'/0/"
   */
  derivationPath?: string | undefined
  /**
   * Further accounts with ether: `address:ether`, `address` alone with the balance of the others, or
   * `privateKey,wei`, which the devnet also signs for.
   * @default []
   */
  fundAccounts?: string | readonly string[] | undefined
  /**
   * Whether everybody's transactions are taken without a signature by `eth_sendTransaction`.
   * @default false
   */
  autoImpersonate?: boolean | undefined
}
