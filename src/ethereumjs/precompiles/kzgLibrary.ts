import type { KZG } from '@ethereumjs/util'
import { KZG as MicroKzg } from 'micro-eth-signer/kzg.js'
import { unpackSetup } from './trustedSetup.ts'

/** Creates the blob cryptography with the trusted setup of Ethereum's mainnet; megabytes, so only ever imported when needed. */
export async function createKzg(): Promise<KZG> {
  const { packedSetup } = await import('./packedSetup.ts')
  return new MicroKzg(unpackSetup(packedSetup))
}
