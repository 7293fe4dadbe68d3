import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fasterBlake2f } from '../../../src/ethereumjs/precompiles/lazyPrecompiles.ts'
import { hexToBytes } from '../../../src/lib/hex.ts'
import { runs } from '../../support/runs.ts'
import { both, expectSame } from './compare.ts'

const compression = both(9, fasterBlake2f, 'osaka')

/** Number of rounds, state, message, counters and flag. */
function input(rounds: number, rest: Uint8Array, flag: number): Uint8Array {
  const data = new Uint8Array(213)
  new DataView(data.buffer).setUint32(0, rounds)
  data.set(rest, 4)
  data[212] = flag
  return data
}

const rest = fc.uint8Array({ minLength: 208, maxLength: 208 })

describe('BLAKE2F in WebAssembly', () => {
  it("is EthereumJS's", async () => {
    const inputs = fc.tuple(fc.nat(40), rest, fc.constantFrom(0, 1)).map((of) => input(...of))
    await fc.assert(
      fc.asyncProperty(inputs, fc.bigInt({ min: 0n, max: 60n }), (data, gasLimit) =>
        expectSame(compression, { data, gasLimit }),
      ),
      runs({ seed: 1, numRuns: 500 }),
    )
  })

  it('refuses what EthereumJS refuses', async () => {
    const data = fc.uint8Array({ minLength: 205, maxLength: 220 })
    await fc.assert(
      fc.asyncProperty(data, (data) => expectSame(compression, { data, gasLimit: 2n ** 40n })),
      runs({ seed: 2, numRuns: 200 }),
    )
  })

  it('gives the answer of EIP-152', async () => {
    const state =
      '48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b'
    const message = '616263'.padEnd(256, '0')
    const counters = '03'.padEnd(32, '0')
    const data = input(12, hexToBytes(state + message + counters), 1)
    expect(await compression.faster({ data, gasLimit: 12n })).toEqual({
      executionGasUsed: 12n,
      returnValue:
        '0xba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
      error: undefined,
    })
  })

  it('lets others in between many rounds, and each run keeps its own', async () => {
    let yields = 0
    const steady = both(9, fasterBlake2f, 'osaka', {
      yieldIfDue: () => {
        yields++
        return Promise.resolve()
      },
    })
    const of = (fill: number) => ({
      data: input(200_003, new Uint8Array(208).fill(fill), 1),
      gasLimit: 200_003n,
    })
    const outcomes = await Promise.all([steady.faster(of(1)), steady.faster(of(2))])
    expect(yields).toBeGreaterThan(4)
    expect(outcomes).toEqual(await Promise.all([steady.stock(of(1)), steady.stock(of(2))]))
  })
})
