import { addressOfKey, isPrivateKey } from '../../ethereumjs/crypto.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import {
  type AccountSettings,
  type Derivation,
  defaultDerivationPath,
  defaultMnemonic,
} from '../options/accountOptions.ts'
import { InvalidOption } from '../options/optionValues.ts'
import { defaultAccounts } from './defaultAccounts.ts'

/** An account whose key the devnet holds, so that it signs for it. */
export interface DevAccount {
  /** 20 bytes. */
  readonly address: Uint8Array
  /** 32 bytes. */
  readonly privateKey: Uint8Array
}

/** The accounts that a chain begins with. */
export interface Wallet {
  /** The words that were given or drawn. */
  readonly mnemonic: string
  /** The mnemonic's, then those whose keys were given. */
  readonly accounts: readonly DevAccount[]
  /** Wei by address, 0x and 40 digits in lower case: of these accounts and of others. */
  readonly balances: ReadonlyMap<Hex, bigint>
}

/** Throws an `InvalidOption` for words that are no mnemonic, and for keys that are none. */
export async function openWallet(settings: AccountSettings): Promise<Wallet> {
  const { balance, fundAccounts } = settings
  const mnemonic = await mnemonicOf(settings)
  const derived = await deriveAccounts(mnemonic, settings.accounts, settings)
  const accounts = new Map(derived.map((account) => [bytesToHex(account.address), account]))
  const balances = new Map([...accounts.keys()].map((address) => [address, balance]))
  for (const { account, balance } of fundAccounts) {
    const added = account.length === 32 ? accountOf(account) : undefined
    const address = bytesToHex(added?.address ?? account)
    balances.set(address, balance)
    if (added !== undefined) accounts.set(address, added)
  }
  return { mnemonic, accounts: [...accounts.values()], balances }
}

/** Words that are drawn are not known before. */
async function mnemonicOf(settings: AccountSettings): Promise<string> {
  const { mnemonic, mnemonicRandom, mnemonicSeed, ganacheWords } = settings
  if (mnemonicRandom === undefined && mnemonicSeed === undefined) return mnemonic
  const { ganacheMnemonic, randomMnemonic, seededMnemonic } = await import('./mnemonics.ts')
  if (mnemonicSeed === undefined) return randomMnemonic(mnemonicRandom ?? 12)
  return ganacheWords ? ganacheMnemonic(String(mnemonicSeed)) : seededMnemonic(mnemonicSeed)
}

function accountOf(privateKey: Uint8Array): DevAccount {
  if (isPrivateKey(privateKey)) return { address: addressOfKey(privateKey), privateKey }
  throw new InvalidOption('fundAccounts', '…', 'give 32 bytes, not zero, below the curve order')
}

/** The first `count` accounts of a mnemonic. Throws an `InvalidOption` for words that are no mnemonic. */
export async function deriveAccounts(
  mnemonic: string,
  count: number,
  { derivationPath = defaultDerivationPath, ganacheWords = false }: Derivation = {},
): Promise<readonly DevAccount[]> {
  const isDefault = mnemonic === defaultMnemonic && derivationPath === defaultDerivationPath
  if (isDefault && count <= defaultAccounts.length) {
    return defaultAccounts.slice(0, count).map(([privateKey, address]) => ({
      address: hexToBytes(address),
      privateKey: hexToBytes(privateKey),
    }))
  }
  const { deriveKeys } = await import('./mnemonics.ts')
  const keys = deriveKeys(mnemonic, count, { derivationPath, ganacheWords })
  return keys.map((privateKey) => ({ address: addressOfKey(privateKey), privateKey }))
}
