import { type EVMBN254Interface, EVMError } from '@ethereumjs/evm'
import { finish, finishInTurns, type Steps, type YieldIfDue } from '../../clock/pace.ts'
import { latin1Text } from '../../lib/encodings.ts'
import { Memo } from '../../lib/memo.ts'

/** mcl's module, as far as this file uses it: functions take pointers into its memory. */
export interface MclModule {
  /** A view of the memory, which may be another one after each call. */
  readonly HEAP8: Int8Array
  _malloc(size: number): number
  _free(pointer: number): void
  _mclBn_init(curve: number, compiled: number): number
  _mclBn_verifyOrderG2(verify: number): void
  _mclBnFp_setBigEndianMod(to: number, bytes: number, length: number): number
  _mclBnFp_getLittleEndian(bytes: number, most: number, from: number): number
  _mclBnFr_setBigEndianMod(to: number, bytes: number, length: number): number
  _mclBnFp_setInt32(to: number, value: number): void
  _mclBnG1_clear(point: number): void
  _mclBnG1_isValid(point: number): number
  _mclBnG1_isZero(point: number): number
  _mclBnG1_add(to: number, left: number, right: number): void
  _mclBnG1_mul(to: number, point: number, scalar: number): void
  _mclBnG1_normalize(to: number, point: number): void
  _mclBnG2_clear(point: number): void
  _mclBnG2_isValid(point: number): number
  _mclBnGT_setInt32(to: number, value: number): void
  _mclBnGT_mul(to: number, left: number, right: number): void
  _mclBnGT_isOne(value: number): number
  _mclBn_millerLoopVec(to: number, g1: number, g2: number, count: number): void
  _mclBn_finalExp(to: number, from: number): void
}

/** alt_bn128 of EIP-196 and EIP-197, in mcl's words. */
const bnSnark1 = 4
/** What mcl was compiled for: 4 and 6 words of 64 bits for a scalar and for a field element. */
const compiled = 46
const scalarBytes = 4 * 8
const fieldBytes = 6 * 8
const g1Bytes = 3 * fieldBytes
const g2Bytes = 6 * fieldBytes
const gtBytes = 12 * fieldBytes

const wordBytes = 32
/** The size of a pair: two words for its first point, four for its second. */
export const pairBytes = 6 * wordBytes
/** Pairs that are computed at once, in some 20 ms. */
export const pairsAtOnce = 16

/** Order of the field. */
const modulus = Uint8Array.from(
  '30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47'.match(/../g) ?? [],
  (byte) => Number.parseInt(byte, 16),
)

/** The precompiles of EIP-196 and EIP-197 in WebAssembly; errors are those of EthereumJS. */
export class MclBn254 implements EVMBN254Interface {
  readonly #mcl: MclModule
  readonly #word: number
  readonly #scalar: number
  readonly #g1: number
  readonly #g2: number
  readonly #factor: number
  /** Tests verify the same proof again and again. */
  readonly #multiples = new Memo<Uint8Array>(256)
  /** Points of the twist that belong to the subgroup, which takes as long as to pair them: a verifier's key has three. */
  readonly #ofSubgroup = new Memo<true>(256)

  constructor(mcl: MclModule) {
    if (mcl._mclBn_init(bnSnark1, compiled) !== 0) throw new Error('mcl has no curve BN_SNARK1')
    mcl._mclBn_verifyOrderG2(1)
    this.#mcl = mcl
    this.#word = mcl._malloc(wordBytes)
    this.#scalar = mcl._malloc(scalarBytes)
    this.#g1 = mcl._malloc(pairsAtOnce * g1Bytes)
    this.#g2 = mcl._malloc(pairsAtOnce * g2Bytes)
    this.#factor = mcl._malloc(gtBytes)
  }

  add(input: Uint8Array): Uint8Array {
    const [left, right] = [this.#g1, this.#g1 + g1Bytes]
    this.#readG1(left, input)
    this.#readG1(right, input.subarray(2 * wordBytes))
    this.#mcl._mclBnG1_add(left, left, right)
    return this.#writeG1(left)
  }

  mul(input: Uint8Array): Uint8Array {
    const key = latin1Text(input.subarray(0, 3 * wordBytes))
    return this.#multiples.get(key, () => this.#multiply(input)).slice()
  }

  #multiply(input: Uint8Array): Uint8Array {
    const point = this.#g1
    this.#readG1(point, input)
    this.#put(input.subarray(2 * wordBytes, 3 * wordBytes))
    this.#mcl._mclBnFr_setBigEndianMod(this.#scalar, this.#word, wordBytes)
    this.#mcl._mclBnG1_mul(point, point, this.#scalar)
    return this.#writeG1(point)
  }

  pairing(input: Uint8Array): Uint8Array {
    return finish(this.#pairing(input))
  }

  /** Does the same as `pairing`, and lets others in between some pairs. */
  pairingInTurns(input: Uint8Array, pace: YieldIfDue): Promise<Uint8Array> {
    return finishInTurns(this.#pairing(input), pace)
  }

  *#pairing(input: Uint8Array): Steps<Uint8Array> {
    const mcl = this.#mcl
    // One of its own, as others may run in between.
    const product = mcl._malloc(gtBytes)
    try {
      mcl._mclBnGT_setInt32(product, 1)
      for (let at = 0; at < input.length; at += pairsAtOnce * pairBytes) {
        if (at > 0) yield
        this.#multiplyPairs(product, input.subarray(at, at + pairsAtOnce * pairBytes))
      }
      mcl._mclBn_finalExp(product, product)
      const result = new Uint8Array(wordBytes)
      result[wordBytes - 1] = mcl._mclBnGT_isOne(product)
      return result
    } finally {
      mcl._free(product)
    }
  }

  /** Takes at most `pairsAtOnce` pairs into a product. */
  #multiplyPairs(product: number, pairs: Uint8Array): void {
    const mcl = this.#mcl
    const count = pairs.length / pairBytes
    for (let index = 0; index < count; index++) {
      const pair = pairs.subarray(index * pairBytes)
      this.#readG1(this.#g1 + index * g1Bytes, pair)
      this.#readG2(this.#g2 + index * g2Bytes, pair.subarray(2 * wordBytes))
    }
    mcl._mclBn_millerLoopVec(this.#factor, this.#g1, this.#g2, count)
    mcl._mclBnGT_mul(product, product, this.#factor)
  }

  /** Reads x and y. Throws for what is no point of the curve. */
  #readG1(point: number, input: Uint8Array): void {
    const mcl = this.#mcl
    mcl._mclBnG1_clear(point)
    const [x, y] = [wordAt(input, 0), wordAt(input, 1)]
    if (isZero(x) && isZero(y)) return
    if (!isInField(x) || !isInField(y)) throw new EVMError(EVMError.errorMessages.REVERT)
    this.#setField(point, x)
    this.#setField(point + fieldBytes, y)
    mcl._mclBnFp_setInt32(point + 2 * fieldBytes, 1)
    if (mcl._mclBnG1_isValid(point) === 0) throw new EVMError(EVMError.errorMessages.REVERT)
  }

  /** Reads x and y, each with its imaginary part first. Throws for what is no point of the subgroup. */
  #readG2(point: number, input: Uint8Array): void {
    const mcl = this.#mcl
    mcl._mclBnG2_clear(point)
    const words = [1, 0, 3, 2].map((index) => wordAt(input, index))
    if (words.every(isZero)) return
    if (!words.every(isInField)) {
      throw new EVMError(EVMError.errorMessages.BN254_FP_NOT_IN_FIELD)
    }
    for (const [index, word] of words.entries()) this.#setField(point + index * fieldBytes, word)
    mcl._mclBnFp_setInt32(point + 4 * fieldBytes, 1)
    this.#ofSubgroup.get(latin1Text(input.subarray(0, 4 * wordBytes)), () => {
      if (mcl._mclBnG2_isValid(point) === 0) throw new EVMError(EVMError.errorMessages.REVERT)
      return true
    })
  }

  #setField(element: number, word: Uint8Array): void {
    this.#put(word)
    this.#mcl._mclBnFp_setBigEndianMod(element, this.#word, wordBytes)
  }

  #put(word: Uint8Array): void {
    this.#mcl.HEAP8.set(word, this.#word)
  }

  #writeG1(point: number): Uint8Array {
    const mcl = this.#mcl
    const bytes = new Uint8Array(2 * wordBytes)
    if (mcl._mclBnG1_isZero(point) === 1) return bytes
    mcl._mclBnG1_normalize(point, point)
    for (const index of [0, 1]) {
      const element = point + index * fieldBytes
      // Without the zeros that a number begins with.
      const length = mcl._mclBnFp_getLittleEndian(this.#word, wordBytes, element)
      const digits = new Uint8Array(mcl.HEAP8.buffer, this.#word, length).slice().reverse()
      bytes.set(digits, (index + 1) * wordBytes - length)
    }
    return bytes
  }
}

function wordAt(input: Uint8Array, index: number): Uint8Array {
  return input.subarray(index * wordBytes, (index + 1) * wordBytes)
}

function isZero(word: Uint8Array): boolean {
  return word.every((byte) => byte === 0)
}

function isInField(word: Uint8Array): boolean {
  const at = word.findIndex((byte, index) => byte !== modulus[index])
  return at !== -1 && (word[at] as number) < (modulus[at] as number)
}
