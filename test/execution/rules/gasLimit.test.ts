import { createBlockHeader } from '@ethereumjs/block'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProtocol } from '../../../src/evm/protocol.ts'
import { gasLimitTowards } from '../../../src/execution/rules/gasLimit.ts'

describe('the gas limit of the next block', () => {
  it.each([
    ['up by less than a 1024th', 10_240_000n, 99_000_000n, 10_249_999n],
    ['down by less than a 1024th', 10_240_000n, 1_000_000n, 10_230_001n],
    ['straight to what is near', 10_240_000n, 10_240_777n, 10_240_777n],
    ['nowhere when it is there', 10_240_000n, 10_240_000n, 10_240_000n],
    ['never below 5000', 5_003n, 0n, 5_000n],
  ])('goes %s', (_name, parent, wanted, expected) => {
    expect(gasLimitTowards(parent, wanted)).toBe(expected)
  })

  it('is one that EthereumJS accepts after its parent', () => {
    const common = createProtocol({
      chainId: 1,
      hardfork: 'osaka',
      transactionGasCap: false,
    }).commonAt(1n, 1n)
    const limits = fc.bigInt(10_000n, 2n ** 40n)
    fc.assert(
      fc.property(limits, limits, (parentLimit, wanted) => {
        const headerWith = (gasLimit: bigint) =>
          createBlockHeader({ number: 1n, gasLimit, baseFeePerGas: 7n }, { common })
        const limit = gasLimitTowards(parentLimit, wanted)
        expect(() => headerWith(limit).validateGasLimit(headerWith(parentLimit))).not.toThrow()
      }),
      { seed: 7, numRuns: 100 },
    )
  })
})
