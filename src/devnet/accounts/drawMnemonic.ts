import { entropyToMnemonic, generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import seedrandom from 'seedrandom'
import { seededBytes } from '../../lib/seededBytes.ts'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'

/** Random words, of no seed: 12, 15, 18, 21 or 24. */
export function randomMnemonic(words: number): string {
  return generateMnemonic(wordlist, (words / 3) * 32)
}

/** Twelve words that follow from the seed: from a number of 64 bits those that Anvil draws from it. */
export function seededMnemonic(seed: bigint | string): string {
  const entropy =
    typeof seed === 'bigint'
      ? // Anvil takes a byte of each 32 bits.
        seededBytes(seed).filter((_, index) => index % 4 === 0)
      : keccak256(new TextEncoder().encode(seed)).slice(0, 16)
  return entropyToMnemonic(entropy, wordlist)
}

/** Twelve words that Ganache draws from the seed: its bytes are never 255. */
export function ganacheMnemonic(seed: string): string {
  const random = seedrandom(seed)
  return entropyToMnemonic(
    Uint8Array.from({ length: 16 }, () => Math.floor(255 * random())),
    wordlist,
  )
}
