import { bn254 } from '@noble/curves/bn254.js'
import fc from 'fast-check'

const { Fp, Fp2 } = bn254.fields
export const { Fr } = bn254.fields

/** 32 bytes as hex, without 0x. */
export function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}

/** So many times the base point, as EIP-196 writes points. */
export function g1(scalar: bigint): string {
  const factor = Fr.create(scalar)
  if (factor === 0n) return word(0n).repeat(2)
  const { x, y } = bn254.G1.Point.BASE.multiply(factor).toAffine()
  return word(x) + word(y)
}

/** So many times the base point of the twist, as EIP-197 writes points. */
export function g2(scalar: bigint): string {
  const factor = Fr.create(scalar)
  if (factor === 0n) return word(0n).repeat(4)
  const { x, y } = bn254.G2.Point.BASE.multiply(factor).toAffine()
  return word(x.c1) + word(x.c0) + word(y.c1) + word(y.c0)
}

/** Points of the twist with x = real + 1i … real + count i, where there are any: of the subgroup only by chance. */
export function twistPoints(real: bigint, count: number): readonly string[] {
  const b = Fp2.div(Fp2.fromBigTuple([3n, 0n]), Fp2.fromBigTuple([9n, 1n]))
  return Array.from({ length: count }, (_, index) => {
    const x = Fp2.fromBigTuple([real, BigInt(index + 1)])
    try {
      const y = Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), b))
      return word(x.c1) + word(x.c0) + word(y.c1) + word(y.c0)
    } catch {
      return ''
    }
  }).filter((point) => point !== '')
}

export const uint256 = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.constantFrom(0n, 1n, Fp.ORDER - 1n, Fp.ORDER, Fp.ORDER + 1n, Fr.ORDER, 2n ** 256n - 1n),
)
export const scalar = fc.oneof(
  fc.bigInt({ min: 0n, max: Fr.ORDER }),
  fc.constantFrom(0n, 1n, Fr.ORDER - 1n),
)
