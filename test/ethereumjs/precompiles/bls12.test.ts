import type { EVMBLSInterface } from '@ethereumjs/evm'
import { MCLBLS, NobleBLS } from '@ethereumjs/evm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { MclBls12 } from '../../../src/ethereumjs/precompiles/bls12.ts'
import { createMcl } from '../../../src/ethereumjs/precompiles/curveLibrary.ts'
import { bytesToHex, hexToBytes } from '../../../src/lib/hex.ts'
import { runs } from '../../support/runs.ts'
import { Fp, Fr, g1, g2, joined, scalar, word } from './bls12Points.ts'

const referee = new NobleBLS()

let left: string[] = []
/** Notes what is left to it, and answers nothing. */
const rest = new Proxy({} as EVMBLSInterface, {
  get: (_target, name) => () => {
    left.push(String(name))
    return new Uint8Array()
  },
})
let ours: MclBls12

beforeAll(async () => {
  const { bls12, api } = await createMcl()
  // Others' is the same one.
  new MCLBLS(api).init()
  ours = new MclBls12(bls12, rest)
})

const factor = fc
  .oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.constantFrom(0n, Fr.ORDER))
  .map((value) => word(value, 64))
const element = fc.oneof(
  fc.bigInt({ min: 0n, max: Fp.ORDER - 1n }),
  fc.constantFrom(0n, 1n, Fp.ORDER - 1n),
)
const many = (part: fc.Arbitrary<string>) =>
  fc.array(part, { minLength: 1, maxLength: 6 }).map((some) => some.join(''))

describe('BLS12-381 by mcl without detours', () => {
  it.each([
    ['addG1', joined(scalar.map(g1), scalar.map(g1)), 40],
    ['addG2', joined(scalar.map(g2), scalar.map(g2)), 40],
    ['msmG1', many(joined(scalar.map(g1), factor)), 25],
    ['msmG2', many(joined(scalar.map(g2), factor)), 15],
    ['pairingCheck', many(joined(scalar.map(g1), scalar.map(g2))), 10],
    ['mapFPtoG1', element.map((value) => word(value)), 30],
    [
      'mapFP2toG2',
      joined(
        element.map((value) => word(value)),
        element.map((value) => word(value)),
      ),
      20,
    ],
  ] as const)('%s leaves nothing that is right to others', (name, input, numRuns) => {
    left = []
    fc.assert(
      fc.property(input, (input) => {
        const bytes = hexToBytes(input)
        expect(bytesToHex(ours[name](bytes))).toBe(bytesToHex(referee[name](bytes)))
      }),
      runs({ seed: 5, numRuns }),
    )
    expect(left).toEqual([])
  })

  it('finds pairs that cancel out', () => {
    const pairs = hexToBytes(g1(6n) + g2(35n) + g1(Fr.ORDER - 30n) + g2(7n))
    expect(ours.pairingCheck(pairs).at(-1)).toBe(1)
  })

  it('leaves to others what is wrong, and more points than there is room for', () => {
    left = []
    const outside = word(1n).repeat(2)
    ours.addG1(hexToBytes(outside + g1(1n)))
    ours.msmG1(hexToBytes((g1(1n) + word(1n, 64)).repeat(129)))
    ours.pairingCheck(hexToBytes(outside + g2(1n)))
    ours.mapFPtoG1(hexToBytes(word(Fp.ORDER)))
    expect(left).toEqual(['addG1', 'msmG1', 'pairingCheck', 'mapFPtoG1'])
  })
})
