import type { EVMBLSInterface } from '@ethereumjs/evm'

/** mcl's module on BLS12-381, as far as this file uses it: functions take pointers into its memory. */
export interface MclBls12Module {
  /** A view of the memory, which may be another one after each call. */
  readonly HEAP8: Int8Array
  _malloc(size: number): number
  _mclBn_setETHserialization(isOn: number): void
  _mclBn_verifyOrderG1(verify: number): void
  _mclBn_verifyOrderG2(verify: number): void
  _mclBnFr_setBigEndianMod(to: number, bytes: number, length: number): number
  _mclBnFp_setBigEndianMod(to: number, bytes: number, length: number): number
  _mclBnFp_getLittleEndian(bytes: number, most: number, from: number): number
  _mclBnFp_setInt32(to: number, value: number): void
  _mclBnFp_mapToG1(to: number, from: number): number
  _mclBnFp2_mapToG2(to: number, from: number): number
  _mclBnG1_clear(point: number): void
  _mclBnG1_isValid(point: number): number
  _mclBnG1_isZero(point: number): number
  _mclBnG1_neg(to: number, point: number): void
  _mclBnG1_add(to: number, left: number, right: number): void
  _mclBnG1_sub(to: number, left: number, right: number): void
  _mclBnG1_mul(to: number, point: number, scalar: number): void
  _mclBnG1_mulVec(to: number, points: number, scalars: number, count: number): void
  _mclBnG1_normalize(to: number, point: number): void
  _mclBnG1_deserialize(to: number, bytes: number, length: number): number
  _mclBnG2_clear(point: number): void
  _mclBnG2_isValid(point: number): number
  _mclBnG2_isZero(point: number): number
  _mclBnG2_add(to: number, left: number, right: number): void
  _mclBnG2_mulVec(to: number, points: number, scalars: number, count: number): void
  _mclBnG2_normalize(to: number, point: number): void
  _mclBnG2_deserialize(to: number, bytes: number, length: number): number
  _mclBnGT_isOne(value: number): number
  _mclBn_millerLoopVec(to: number, g1: number, g2: number, count: number): void
  _mclBn_finalExp(to: number, from: number): void
}

const fieldBytes = 48
const scalarBytes = 32
const g1Bytes = 3 * fieldBytes
const g2Bytes = 6 * fieldBytes
const gtBytes = 12 * fieldBytes

/** The lengths in EIP-2537, where 16 zeros precede an element of the field. */
const elementBytes = 64
const g1InputBytes = 2 * elementBytes
const g2InputBytes = 4 * elementBytes

/** Points that are computed with at once. */
const pointsAtOnce = 128

/** Order of the field. */
const modulus = hexBytes(
  '1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab',
)

/** Order of the groups. */
const order = hexBytes('73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001')

/** The base point of the second group, and [τ]G2 of the KZG setup. */
const base = hexBytes(
  '93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8',
)
const secret = hexBytes(
  'b5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2',
)

type Operation = keyof Omit<EVMBLSInterface, 'init'>

/** Something that this file leaves to others: an input that may have to be refused, or is too long. */
class Unusual extends Error {}

/** The precompiles of EIP-2537 by mcl without detours; what is unusual is left to `rest`. */
export class MclBls12 implements EVMBLSInterface {
  readonly #mcl: MclBls12Module
  readonly #rest: EVMBLSInterface
  readonly #bytes: number
  readonly #g1: number
  readonly #g2: number
  readonly #scalars: number
  readonly #product: number
  readonly #blobs: number

  /** mcl has been set to the curve, and to the maps of RFC 9380. */
  constructor(mcl: MclBls12Module, rest: EVMBLSInterface) {
    this.#mcl = mcl
    this.#rest = rest
    this.#bytes = mcl._malloc(2 * fieldBytes)
    this.#g1 = mcl._malloc((pointsAtOnce + 1) * g1Bytes)
    this.#g2 = mcl._malloc((pointsAtOnce + 1) * g2Bytes)
    this.#scalars = mcl._malloc(pointsAtOnce * scalarBytes)
    this.#product = mcl._malloc(gtBytes)
    this.#blobs = mcl._malloc(2 * g2Bytes)
    mcl._mclBn_setETHserialization(1)
    for (const [index, point] of [base, secret].entries()) {
      this.#put(point)
      mcl._mclBnG2_deserialize(this.#blobs + index * g2Bytes, this.#bytes, point.length)
    }
  }

  addG1(input: Uint8Array): Uint8Array {
    return this.#usual(input, 'addG1', () => {
      this.#mcl._mclBn_verifyOrderG1(0)
      const [left, right] = [this.#g1, this.#g1 + g1Bytes]
      this.#readG1(left, input, 0)
      this.#readG1(right, input, g1InputBytes)
      this.#mcl._mclBnG1_add(left, left, right)
      return this.#writeG1(left)
    })
  }

  addG2(input: Uint8Array): Uint8Array {
    return this.#usual(input, 'addG2', () => {
      this.#mcl._mclBn_verifyOrderG2(0)
      const [left, right] = [this.#g2, this.#g2 + g2Bytes]
      this.#readG2(left, input, 0)
      this.#readG2(right, input, g2InputBytes)
      this.#mcl._mclBnG2_add(left, left, right)
      return this.#writeG2(left)
    })
  }

  msmG1(input: Uint8Array): Uint8Array {
    return this.#usual(input, 'msmG1', () => {
      const count = countOf(input, g1InputBytes + scalarBytes)
      this.#mcl._mclBn_verifyOrderG1(1)
      for (let index = 0; index < count; index++) {
        const at = index * (g1InputBytes + scalarBytes)
        this.#readG1(this.#g1 + index * g1Bytes, input, at)
        this.#readScalar(index, input, at + g1InputBytes)
      }
      const sum = this.#g1 + pointsAtOnce * g1Bytes
      this.#mcl._mclBnG1_mulVec(sum, this.#g1, this.#scalars, count)
      return this.#writeG1(sum)
    })
  }

  msmG2(input: Uint8Array): Uint8Array {
    return this.#usual(input, 'msmG2', () => {
      const count = countOf(input, g2InputBytes + scalarBytes)
      this.#mcl._mclBn_verifyOrderG2(1)
      for (let index = 0; index < count; index++) {
        const at = index * (g2InputBytes + scalarBytes)
        this.#readG2(this.#g2 + index * g2Bytes, input, at)
        this.#readScalar(index, input, at + g2InputBytes)
      }
      const sum = this.#g2 + pointsAtOnce * g2Bytes
      this.#mcl._mclBnG2_mulVec(sum, this.#g2, this.#scalars, count)
      return this.#writeG2(sum)
    })
  }

  pairingCheck(input: Uint8Array): Uint8Array {
    return this.#usual(input, 'pairingCheck', () => {
      const count = countOf(input, g1InputBytes + g2InputBytes)
      this.#mcl._mclBn_verifyOrderG1(1)
      this.#mcl._mclBn_verifyOrderG2(1)
      for (let index = 0; index < count; index++) {
        const at = index * (g1InputBytes + g2InputBytes)
        this.#readG1(this.#g1 + index * g1Bytes, input, at)
        this.#readG2(this.#g2 + index * g2Bytes, input, at + g1InputBytes)
      }
      const result = new Uint8Array(32)
      if (this.#isProductOne(this.#g2, count)) result[31] = 1
      return result
    })
  }

  mapFPtoG1(input: Uint8Array): Uint8Array {
    return this.#usual(input, 'mapFPtoG1', () => {
      this.#readField(this.#g2, input, 0)
      if (this.#mcl._mclBnFp_mapToG1(this.#g1, this.#g2) !== 0) throw new Unusual()
      return this.#writeG1(this.#g1)
    })
  }

  mapFP2toG2(input: Uint8Array): Uint8Array {
    return this.#usual(input, 'mapFP2toG2', () => {
      const element = this.#g2 + g2Bytes
      this.#readField(element, input, 0)
      this.#readField(element + fieldBytes, input, elementBytes)
      if (this.#mcl._mclBnFp2_mapToG2(this.#g2, element) !== 0) throw new Unusual()
      return this.#writeG2(this.#g2)
    })
  }

  /**
   * Whether the polynomial of this commitment is surely `y` at `z` (EIP-4844): when not, it may be for
   * another reason than a wrong proof.
   */
  isProven(commitment: Uint8Array, z: Uint8Array, y: Uint8Array, proof: Uint8Array): boolean {
    if (!isBelow(z, order) || !isBelow(y, order)) return false
    const mcl = this.#mcl
    mcl._mclBn_setETHserialization(1)
    mcl._mclBn_verifyOrderG1(1)
    // e(commitment - y + z proof, base) = e(proof, secret), where y multiplies the other base.
    const [sum, other, generator] = [0, 1, 2].map((index) => this.#g1 + index * g1Bytes) as [
      number,
      number,
      number,
    ]
    if (!this.#readCompressed(sum, commitment) || !this.#readCompressed(other, proof)) return false
    if (!this.#readCompressed(generator, firstBase)) return false
    this.#readScalar(0, y, 0)
    this.#readScalar(1, z, 0)
    mcl._mclBnG1_mul(generator, generator, this.#scalars)
    mcl._mclBnG1_sub(sum, sum, generator)
    mcl._mclBnG1_mul(generator, other, this.#scalars + scalarBytes)
    mcl._mclBnG1_add(sum, sum, generator)
    mcl._mclBnG1_neg(other, other)
    return this.#isProductOne(this.#blobs, 2)
  }

  #usual(input: Uint8Array, name: Operation, compute: () => Uint8Array): Uint8Array {
    try {
      return compute()
    } catch (thrown) {
      if (thrown instanceof Unusual) return this.#rest[name](input)
      throw thrown
    }
  }

  /** Whether the first points here and those second ones pair to 1. */
  #isProductOne(second: number, count: number): boolean {
    const mcl = this.#mcl
    mcl._mclBn_millerLoopVec(this.#product, this.#g1, second, count)
    mcl._mclBn_finalExp(this.#product, this.#product)
    return mcl._mclBnGT_isOne(this.#product) === 1
  }

  #readG1(point: number, input: Uint8Array, at: number): void {
    const mcl = this.#mcl
    mcl._mclBnG1_clear(point)
    if (isZero(input, at, g1InputBytes)) return
    this.#readField(point, input, at)
    this.#readField(point + fieldBytes, input, at + elementBytes)
    mcl._mclBnFp_setInt32(point + 2 * fieldBytes, 1)
    if (mcl._mclBnG1_isValid(point) === 0) throw new Unusual()
  }

  #readG2(point: number, input: Uint8Array, at: number): void {
    const mcl = this.#mcl
    mcl._mclBnG2_clear(point)
    if (isZero(input, at, g2InputBytes)) return
    for (let index = 0; index < 4; index++) {
      this.#readField(point + index * fieldBytes, input, at + index * elementBytes)
    }
    mcl._mclBnFp_setInt32(point + 4 * fieldBytes, 1)
    if (mcl._mclBnG2_isValid(point) === 0) throw new Unusual()
  }

  /** A point that is not the one at infinity, as blobs have it. False for what is none. */
  #readCompressed(point: number, bytes: Uint8Array): boolean {
    const flags = (bytes[0] as number) >> 5
    // Compressed, and not at infinity.
    if (flags !== 4 && flags !== 5) return false
    const x = Uint8Array.from(bytes)
    x[0] = (x[0] as number) & 0x1f
    if (!isBelow(x, modulus)) return false
    this.#put(bytes)
    return this.#mcl._mclBnG1_deserialize(point, this.#bytes, fieldBytes) === fieldBytes
  }

  #readField(element: number, input: Uint8Array, at: number): void {
    const padding = elementBytes - fieldBytes
    const bytes = input.subarray(at + padding, at + elementBytes)
    if (!isZero(input, at, padding) || !isBelow(bytes, modulus)) throw new Unusual()
    this.#put(bytes)
    this.#mcl._mclBnFp_setBigEndianMod(element, this.#bytes, fieldBytes)
  }

  #readScalar(index: number, input: Uint8Array, at: number): void {
    this.#put(input.subarray(at, at + scalarBytes))
    const scalar = this.#scalars + index * scalarBytes
    this.#mcl._mclBnFr_setBigEndianMod(scalar, this.#bytes, scalarBytes)
  }

  #put(bytes: Uint8Array): void {
    this.#mcl.HEAP8.set(bytes, this.#bytes)
  }

  #writeG1(point: number): Uint8Array {
    const bytes = new Uint8Array(g1InputBytes)
    if (this.#mcl._mclBnG1_isZero(point) === 1) return bytes
    this.#mcl._mclBnG1_normalize(point, point)
    return this.#writeFields(bytes, point)
  }

  #writeG2(point: number): Uint8Array {
    const bytes = new Uint8Array(g2InputBytes)
    if (this.#mcl._mclBnG2_isZero(point) === 1) return bytes
    this.#mcl._mclBnG2_normalize(point, point)
    return this.#writeFields(bytes, point)
  }

  #writeFields(bytes: Uint8Array, point: number): Uint8Array {
    const mcl = this.#mcl
    for (let end = elementBytes, at = point; end <= bytes.length; end += elementBytes) {
      // Without the zeros that a number begins with.
      const length = mcl._mclBnFp_getLittleEndian(this.#bytes, fieldBytes, at)
      const digits = new Uint8Array(mcl.HEAP8.buffer, this.#bytes, length).slice().reverse()
      bytes.set(digits, end - length)
      at += fieldBytes
    }
    return bytes
  }
}

/** The base point of the first group. */
const firstBase = hexBytes(
  '97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
)

function hexBytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

function countOf(input: Uint8Array, bytes: number): number {
  const count = input.length / bytes
  if (count > pointsAtOnce) throw new Unusual()
  return count
}

function isZero(input: Uint8Array, at: number, length: number): boolean {
  for (let index = at; index < at + length; index++) if (input[index] !== 0) return false
  return true
}

function isBelow(bytes: Uint8Array, most: Uint8Array): boolean {
  const at = bytes.findIndex((byte, index) => byte !== most[index])
  return at !== -1 && (bytes[at] as number) < (most[at] as number)
}
