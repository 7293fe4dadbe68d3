import type { Amount } from '../values.ts'

/** Accounts that have ether at genesis, and accounts that may send. */
export interface AccountOptions {
  /**
   * Number of funded accounts derived from the mnemonic.
   * @default 10
   */
  accounts?: number | undefined
  /**
   * Balance of each account, such as `'100 ether'`.
   * @default '10000 ether'
   */
  balance?: Amount | undefined
  /**
   * BIP-39 words from which the accounts are derived.
   * @default 'test test test test test test test test test test test junk'
   */
  mnemonic?: string | undefined
  /**
   * Generates a random mnemonic of this many words: 12, 15, 18, 21 or 24; `true` is 12.
   * @default false
   */
  mnemonicRandom?: number | boolean | undefined
  /** Generates the mnemonic from a seed: a number as with Anvil, or any string. Equal seeds give equal accounts. @default none */
  mnemonicSeed?: number | bigint | string | undefined
  /**
   * BIP-32 derivation path of the accounts, without the last index.
   * @default "m/44'/60'/0'/0/"
   */
  derivationPath?: string | undefined
  /**
   * More funded accounts: `address:10ether`, `address` alone for the same balance as the others, or
   * `privateKey:10ether` for an account that the devnet also signs for. As in Anvil a number after a colon is in ether,
   * and as in Ganache one after a comma is in wei.
   * @default []
   */
  fundAccounts?: string | readonly string[] | undefined
  /**
   * Whether `eth_sendTransaction` accepts transactions of any account without its key.
   * @default false
   */
  autoImpersonate?: boolean | undefined
}
