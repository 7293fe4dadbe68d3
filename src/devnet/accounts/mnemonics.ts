import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { HDKey } from '@scure/bip32'
import {
  entropyToMnemonic,
  generateMnemonic,
  mnemonicToSeedSync,
  validateMnemonic,
} from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import seedrandom from 'seedrandom'
import { keccak256 } from '../../wasm/keccak/keccak256.ts'
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
    // Not repeated in the message: it may be a real mnemonic with a typo.
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

/** Returns the seed of words by BIP-39. */
function seedOfText(text: string): Uint8Array {
  return pbkdf2(sha512, text.normalize('NFKD'), 'mnemonic', { c: 2048, dkLen: 64 })
}

const mask64 = 2n ** 64n - 1n
const rounds = 12

/** The words that ChaCha's state begins with: "expand 32-byte k". */
const constants = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const

const quarters = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

/**
 * The first 64 bytes that Rust's `StdRng` gives when it is seeded with a number of 64 bits: its key
 * is drawn from the number by PCG32, and they are ChaCha12's first block.
 */
function seededBytes(seed: bigint): Uint8Array {
  const start = new Uint32Array([...constants, ...keyOf(seed), 0, 0, 0, 0])
  const block = start.slice()
  for (let round = 0; round < rounds; round += 2) {
    for (const [a, b, c, d] of quarters) quarterRound(block, a, b, c, d)
  }
  const bytes = new DataView(new ArrayBuffer(64))
  for (const [index, word] of block.entries()) {
    bytes.setUint32(4 * index, word + (start[index] as number), true)
  }
  return new Uint8Array(bytes.buffer)
}

/** Eight words, by PCG32 with the constants of Rust's `SeedableRng::seed_from_u64`. */
function keyOf(seed: bigint): readonly number[] {
  let state = seed & mask64
  return Array.from({ length: 8 }, () => {
    state = (state * 6364136223846793005n + 11634580027462260723n) & mask64
    const shifted = Number((((state >> 18n) ^ state) >> 27n) & 0xffffffffn)
    return rotateLeft(shifted, 32 - Number(state >> 59n))
  })
}

function quarterRound(words: Uint32Array, a: number, b: number, c: number, d: number): void {
  mix(words, a, b, d, 16)
  mix(words, c, d, b, 12)
  mix(words, a, b, d, 8)
  mix(words, c, d, b, 7)
}

function mix(words: Uint32Array, sum: number, added: number, turned: number, by: number): void {
  words[sum] = (words[sum] as number) + (words[added] as number)
  words[turned] = rotateLeft((words[turned] as number) ^ (words[sum] as number), by)
}

function rotateLeft(word: number, by: number): number {
  return ((word << by) | (word >>> ((32 - by) & 31))) >>> 0
}

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
