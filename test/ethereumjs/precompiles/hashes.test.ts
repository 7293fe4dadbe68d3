import fc from 'fast-check'
import { describe, it } from 'vitest'
import {
  fasterRipemd160,
  fasterSha256,
} from '../../../src/ethereumjs/precompiles/lazyPrecompiles.ts'
import { runs } from '../../support/runs.ts'
import { both, expectSame } from './compare.ts'

describe.each([
  ['SHA-256', 2, fasterSha256],
  ['RIPEMD-160', 3, fasterRipemd160],
] as const)('%s in native code', (_name, address, make) => {
  it.each(['chainstart', 'osaka'] as const)("is EthereumJS's in %s", async (hardfork) => {
    const hash = both(address, make, hardfork)
    const data = fc.uint8Array({ maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(data, fc.bigInt({ min: 0n, max: 3_000n }), (data, gasLimit) =>
        expectSame(hash, { data, gasLimit }),
      ),
      runs({ seed: 1, numRuns: 300 }),
    )
  })
})
