import { toChecksumAddress } from '@ethereumjs/util'
import { bytesToHex, type Hex } from '../lib/hex.ts'

/** An address with the checksum of EIP-55, as geth prints it. */
export function checksumAddress(address: Uint8Array): Hex {
  return toChecksumAddress(bytesToHex(address))
}
