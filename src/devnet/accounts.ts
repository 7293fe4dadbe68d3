import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { addressOfKey } from '../evm/crypto.ts'
import { InvalidOption } from './options.ts'

/** An account whose key the devnet holds, so that it signs for it. */
export interface DevAccount {
  /** 20 bytes. */
  readonly address: Uint8Array
  /** 32 bytes. */
  readonly privateKey: Uint8Array
}

/** Stretching the words into a seed takes tens of milliseconds, and nearly everybody has the same words. */
const derived = new Map<string, DevAccount[]>()
const mostKept = 16

/** The first `count` accounts of a mnemonic, at m/44'/60'/0'/0/index (BIP-44). */
export function deriveAccounts(mnemonic: string, count: number): readonly DevAccount[] {
  const known = derived.get(mnemonic) ?? []
  if (known.length < count) {
    const parent = parentKey(mnemonic)
    for (let index = known.length; index < count; index++) {
      const privateKey = parent.deriveChild(index).privateKey
      // BIP-32: one index in 2^127 has no key; there is nothing sensible to do about it.
      if (privateKey == null) throw new Error(`account ${index} has no key`)
      known.push({ address: addressOfKey(privateKey), privateKey })
    }
  }
  if (derived.size >= mostKept) derived.clear()
  derived.set(mnemonic, known)
  return known.slice(0, count)
}

function parentKey(mnemonic: string): HDKey {
  if (!validateMnemonic(mnemonic, wordlist)) {
    throw new InvalidOption(
      'mnemonic',
      mnemonic,
      'give 12 to 24 English BIP-39 words with a valid checksum',
    )
  }
  return HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive("m/44'/60'/0'/0")
}
