import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { InvalidOption } from './optionValues.ts'

/** The private keys of a mnemonic's first accounts, at m/44'/60'/0'/0/index (BIP-32, BIP-39, BIP-44). */
export function deriveKeys(mnemonic: string, count: number): readonly Uint8Array[] {
  if (!validateMnemonic(mnemonic, wordlist)) {
    const count = mnemonic.trim().split(/\s+/).length
    // Not repeated: it may be somebody's real one, with a slip.
    throw new InvalidOption(
      'mnemonic',
      '…',
      `give 12 to 24 English BIP-39 words with a valid checksum, not these ${count}`,
    )
  }
  const parent = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive("m/44'/60'/0'/0")
  return Array.from({ length: count }, (_, index) => {
    const { privateKey } = parent.deriveChild(index)
    // One index in 2^127 has no key.
    if (privateKey === null) throw new Error(`account ${index} has no key`)
    return privateKey
  })
}
