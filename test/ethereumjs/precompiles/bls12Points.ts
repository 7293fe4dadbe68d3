import { bls12_381 } from '@noble/curves/bls12-381.js'
import fc from 'fast-check'

export const { Fp, Fr } = bls12_381.fields

/** 64 bytes as hex, without 0x, or so many digits. */
export function word(value: bigint, digits = 128): string {
  return value.toString(16).padStart(digits, '0')
}

/** So many times the base point, as EIP-2537 writes points. */
export function g1(scalar: bigint): string {
  if (scalar === 0n) return word(0n).repeat(2)
  const { x, y } = bls12_381.G1.Point.BASE.multiply(scalar).toAffine()
  return word(x) + word(y)
}

/** So many times the base point of the twist, as EIP-2537 writes points. */
export function g2(scalar: bigint): string {
  if (scalar === 0n) return word(0n).repeat(4)
  const { x, y } = bls12_381.G2.Point.BASE.multiply(scalar).toAffine()
  return word(x.c0) + word(x.c1) + word(y.c0) + word(y.c1)
}

export const scalar = fc.oneof(fc.bigInt({ min: 0n, max: Fr.ORDER - 1n }), fc.constantFrom(0n, 1n))

export function joined(...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((some) => some.join(''))
}
