import { createBlockHeader } from '@ethereumjs/block'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import {
  gasLimitBase,
  gasLimitBounds,
  gasLimitTowards,
} from '../../../src/execution/rules/header.ts'
import { runs } from '../../support/runs.ts'
import { minedRules } from './minedRules.ts'

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
      runs({ seed: 7, numRuns: 100 }),
    )
  })
})

describe('what a gas limit is measured by', () => {
  it("is the parent's, twice that in London's first block", () => {
    const [berlin, london] = [minedRules('berlin'), minedRules('london')]
    const under = (common: typeof berlin) =>
      createBlockHeader({ number: 1n, gasLimit: 10_000n }, { common })
    expect(gasLimitBase(under(berlin), berlin)).toBe(10_000n)
    expect(gasLimitBase(under(berlin), london)).toBe(20_000n)
    expect(gasLimitBase(under(london), london)).toBe(10_000n)
  })

  it('bounds it to less than a 1024th, and to 5000 and 2^63 - 1', () => {
    expect(gasLimitBounds(10_240_000n)).toEqual([10_230_001n, 10_249_999n])
    expect(gasLimitBounds(5_001n)).toEqual([5_000n, 5_004n])
    const most = 2n ** 63n - 1n
    expect(gasLimitBounds(most)).toEqual([most - most / 1024n + 1n, most])
  })
})
