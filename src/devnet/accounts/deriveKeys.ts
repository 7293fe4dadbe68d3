import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { type Derivation, defaultDerivationPath } from '../options/accountOptions.ts'
import { InvalidOption } from '../options/optionValues.ts'

/** The private keys of a mnemonic's first accounts, at the path and an index after its last slash (BIP-32, BIP-39). */
export function deriveKeys(
  mnemonic: string,
  count: number,
  { derivationPath = defaultDerivationPath, ganacheWords = false }: Derivation = {},
): readonly Uint8Array[] {
  if (!ganacheWords && !validateMnemonic(mnemonic, wordlist)) {
    const count = mnemonic.trim().split(/\s+/).length
    // Not repeated: it may be somebody's real one, with a slip.
    throw new InvalidOption(
      'mnemonic',
      '…',
      `give 12 to 24 English BIP-39 words with a valid checksum, not these ${count}`,
    )
  }
  const seed = ganacheWords ? seedOfText(mnemonic) : mnemonicToSeedSync(mnemonic)
  const parent = HDKey.fromMasterSeed(seed).derive(derivationPath.slice(0, -1))
  return Array.from({ length: count }, (_, index) => {
    const { privateKey } = parent.deriveChild(index)
    // One index in 2^127 has no key.
    if (privateKey === null) throw new Error(`account ${index} has no key`)
    return privateKey
  })
}

/** As BIP-39 makes it of words. */
function seedOfText(text: string): Uint8Array {
  return pbkdf2(sha512, text.normalize('NFKD'), 'mnemonic', { c: 2048, dkLen: 64 })
}
