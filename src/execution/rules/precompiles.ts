import type { Common } from '@ethereumjs/common'
import { bytesToHex, type Hex, numberToBytes } from '../../lib/hex.ts'

/** Names of EIP-7910, addresses as numbers, and the EIP or the hardfork that brings them. */
const precompiles: readonly (readonly [name: string, address: number, since: number | string])[] = [
  ['ECREC', 0x01, 'chainstart'],
  ['SHA256', 0x02, 'chainstart'],
  ['RIPEMD160', 0x03, 'chainstart'],
  ['ID', 0x04, 'chainstart'],
  ['MODEXP', 0x05, 'byzantium'],
  ['BN254_ADD', 0x06, 'byzantium'],
  ['BN254_MUL', 0x07, 'byzantium'],
  ['BN254_PAIRING', 0x08, 'byzantium'],
  ['BLAKE2F', 0x09, 'istanbul'],
  ['KZG_POINT_EVALUATION', 0x0a, 4844],
  ['BLS12_G1ADD', 0x0b, 2537],
  ['BLS12_G1MSM', 0x0c, 2537],
  ['BLS12_G2ADD', 0x0d, 2537],
  ['BLS12_G2MSM', 0x0e, 2537],
  ['BLS12_PAIRING_CHECK', 0x0f, 2537],
  ['BLS12_MAP_FP_TO_G1', 0x10, 2537],
  ['BLS12_MAP_FP2_TO_G2', 0x11, 2537],
  ['P256VERIFY', 0x100, 7951],
]

/** The precompiled contracts under these rules: their addresses by the names of EIP-7910. */
export function precompileAddresses(common: Common): Readonly<Record<string, Hex>> {
  const active = precompiles.filter(([, , since]) =>
    typeof since === 'number' ? common.isActivatedEIP(since) : common.gteHardfork(since),
  )
  return Object.fromEntries(
    active.map(([name, address]) => [name, bytesToHex(numberToBytes(address, 20))]),
  )
}
