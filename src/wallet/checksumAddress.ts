import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, type Hex } from '../lib/hex.ts'

/**
 * An address with the checksum of EIP-55, as geth prints it. EthereumJS's function would bring the
 * curves along, to the matchers of test runners too.
 */
export function checksumAddress(address: Uint8Array): Hex {
  const digits = bytesToHex(address).slice(2)
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(digits))).slice(2)
  const checked = [...digits].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${checked.join('')}`
}
