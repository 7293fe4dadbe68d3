import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fasterModexp, nativePower } from '../../../src/ethereumjs/precompiles/modexp.ts'

import { numberToBytes } from '../../../src/lib/hex.ts'
import { runs } from '../../support/runs.ts'
import { both, expectSame } from './compare.ts'

const hardforks = ['byzantium', 'berlin', 'osaka'] as const

/** A number of so many bytes, often with zeros first, all ones, or nearly a power of two. */
function number(maxBytes: number): fc.Arbitrary<Uint8Array> {
  const any = fc.uint8Array({ maxLength: maxBytes })
  return fc.oneof(
    any,
    any.map((bytes) => new Uint8Array(bytes.length).fill(0xff)),
    any.map((bytes) => bytes.fill(0, 0, bytes.length - 1)),
    any.map((bytes) => bytes.map((byte, at) => (at === bytes.length - 1 ? byte | 1 : byte))),
  )
}

function input(base: Uint8Array, exponent: Uint8Array, modulus: Uint8Array): Uint8Array {
  const sizes = [base, exponent, modulus].map(({ length }) => numberToBytes(length, 32))
  return Buffer.concat([...sizes, base, exponent, modulus])
}

describe.each(hardforks)('MODEXP in native code in %s', (hardfork) => {
  const modexp = both(5, fasterModexp, hardfork)
  const gasLimit = fc.oneof(fc.constant(10n ** 12n), fc.bigInt({ min: 0n, max: 100_000n }))

  it.each([
    ['small', 9, 500],
    ['of words', 40, 400],
    ['of signatures', 300, 40],
  ] as const)("is EthereumJS's for %s numbers", async (_name, bytes, numRuns) => {
    const parts = fc.tuple(number(bytes), number(bytes), number(bytes))
    await fc.assert(
      fc.asyncProperty(
        parts.map((of) => input(...of)),
        gasLimit,
        (data, gasLimit) => expectSame(modexp, { data, gasLimit }),
      ),
      runs({ seed: 1, numRuns }),
    )
  })

  it("is EthereumJS's for data that ends early or goes on", async () => {
    const parts = fc.tuple(number(40), number(40), number(40))
    const cut = fc.tuple(parts, fc.integer({ min: -130, max: 40 })).map(([of, more]) => {
      const data = input(...of)
      return more < 0
        ? data.subarray(0, Math.max(0, data.length + more))
        : Buffer.concat([data, new Uint8Array(more).fill(7)])
    })
    await fc.assert(
      fc.asyncProperty(cut, gasLimit, (data, gasLimit) => expectSame(modexp, { data, gasLimit })),
      runs({ seed: 2, numRuns: 300 }),
    )
  })

  it("is EthereumJS's for sizes of any size", async () => {
    const size = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.constantFrom(0n, 1n, 31n, 32n, 33n, 1_023n, 1_024n, 1_025n, 2n ** 32n, 2n ** 64n),
    )
    const data = fc
      .tuple(size, size, size, fc.uint8Array({ maxLength: 100 }))
      .map(([base, exponent, modulus, rest]) =>
        Buffer.concat([...[base, exponent, modulus].map((of) => numberToBytes(of, 32)), rest]),
      )
    await fc.assert(
      fc.asyncProperty(data, fc.bigInt({ min: 0n, max: 100_000n }), (data, gasLimit) =>
        expectSame(modexp, { data, gasLimit }),
      ),
      runs({ seed: 3, numRuns: 300 }),
    )
  })
})

describe('MODEXP', () => {
  it('lets others in where it takes long, with the same answer', async () => {
    let yields = 0
    const steady = both(5, fasterModexp, 'osaka', {
      yieldIfDue: () => {
        yields++
        return Promise.resolve()
      },
    })
    const even = new Uint8Array(200).fill(0xee)
    const data = input(new Uint8Array(200).fill(3), new Uint8Array(200).fill(0xff), even)
    await expectSame(steady, { data, gasLimit: 10n ** 12n })
    expect(yields).toBeGreaterThan(100)
  })

  it('is native for odd numbers of some size', () => {
    const odd = new Uint8Array(64).fill(0xff)
    expect(nativePower(new Uint8Array([2]), new Uint8Array(64).fill(3), odd)).toHaveLength(64)
    expect(nativePower(new Uint8Array([2]), new Uint8Array([3]), odd)).toBeUndefined()
  })
})
