/** Names of the precompiles by their addresses, as the EIPs and Foundry have them. */
const names: readonly (readonly [address: number, name: string])[] = [
  [0x01, 'ecrecover'],
  [0x02, 'sha256'],
  [0x03, 'ripemd'],
  [0x04, 'identity'],
  [0x05, 'modexp'],
  [0x06, 'ecadd'],
  [0x07, 'ecmul'],
  [0x08, 'ecpairing'],
  [0x09, 'blake2f'],
  [0x0a, 'pointEvaluation'],
  [0x0b, 'bls12G1Add'],
  [0x0c, 'bls12G1Msm'],
  [0x0d, 'bls12G2Add'],
  [0x0e, 'bls12G2Msm'],
  [0x0f, 'bls12PairingCheck'],
  [0x10, 'bls12MapFpToG1'],
  [0x11, 'bls12MapFp2ToG2'],
  [0x100, 'p256Verify'],
]

const byAddress: ReadonlyMap<number, string> = new Map(names)

/** What the precompile at an address is called. */
export function precompileName(address: Uint8Array): string {
  const low = ((address[18] ?? 0) << 8) | (address[19] ?? 0)
  return byAddress.get(low) ?? 'precompile'
}
