import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { hashTypedData as viemHash } from 'viem'
import { beforeAll, expect, it } from 'vitest'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { bytesToHex, type Hex } from '../../src/lib/hex.ts'
import { hashTypedData } from '../../src/wallet/typedData.ts'
import { runs } from '../support/runs.ts'

beforeAll(initCrypto)

/** A type, and a value of it as JSON has it. */
interface Typed {
  readonly type: string
  readonly value: unknown
}

type Fields = { readonly name: string; readonly type: string }[]

const hex = (length: { minLength: number; maxLength: number }) =>
  fc.uint8Array(length).map((bytes): Hex => bytesToHex(bytes))

const exactly = (length: number) => hex({ minLength: length, maxLength: length })

const size = fc.integer({ min: 1, max: 32 })

const elementary: fc.Arbitrary<Typed> = fc.oneof(
  fc.boolean().map((value) => ({ type: 'bool', value })),
  fc.string({ unit: 'grapheme' }).map((value) => ({ type: 'string', value })),
  hex({ minLength: 0, maxLength: 70 }).map((value) => ({ type: 'bytes', value })),
  exactly(20).map((value) => ({ type: 'address', value })),
  size.chain((length) => exactly(length).map((value) => ({ type: `bytes${length}`, value }))),
  size.chain((bytes) =>
    fc
      .bigInt({ min: 0n, max: 2n ** BigInt(8 * bytes) - 1n })
      .map((value) => ({ type: `uint${8 * bytes}`, value: String(value) })),
  ),
  size.chain((bytes) =>
    fc
      .bigInt({ min: -(2n ** BigInt(8 * bytes - 1)), max: 2n ** BigInt(8 * bytes - 1) - 1n })
      .map((value) => ({ type: `int${8 * bytes}`, value: String(value) })),
  ),
)

/** A value with the same one up to twice in an array of any or of its length. */
function inArrays(inner: fc.Arbitrary<Typed>): fc.Arbitrary<Typed> {
  return fc
    .tuple(inner, fc.integer({ min: 0, max: 2 }), fc.boolean())
    .map(([{ type, value }, count, isFixed]) => ({
      type: `${type}[${isFixed && count > 0 ? count : ''}]`,
      value: Array.from({ length: count }, () => value),
    }))
}

const member = fc.oneof(elementary, inArrays(elementary), inArrays(inArrays(elementary)))

/** Structs that refer to those before them, in one way or many, and a message of the last one. */
const typedData = fc
  .array(fc.tuple(fc.array(member, { maxLength: 4 }), fc.array(fc.tuple(fc.nat(), fc.nat(2)))), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((plans) => fc.tuple(fc.constant(plans), fc.shuffledSubarray(names, exact(plans.length))))
  .map(([plans, names]) => {
    const types: Record<string, Fields> = {}
    const made: Typed[] = []
    for (const [index, [members, references]] of plans.entries()) {
      // ethers wants one type that no other refers to: the last refers to all.
      const chosen = index === plans.length - 1 ? made.map((_, at) => [at, 0] as const) : references
      const all = [...members]
      for (const [at, dimensions] of made.length === 0 ? [] : chosen.slice(0, 5)) {
        const { type, value } = made[at % made.length] as Typed
        all.push(dimensions === 0 ? { type, value } : { type: `${type}[]`, value: [value, value] })
      }
      const name = names[index] as string
      types[name] = all.map(({ type }, at) => ({ name: `m${at}`, type }))
      made.push({
        type: name,
        value: Object.fromEntries(all.map(({ value }, at) => [`m${at}`, value])),
      })
    }
    const { type, value } = made.at(-1) as Typed
    return { types, primaryType: type, message: value as Record<string, unknown> }
  })

const names = ['Mail', 'Person', 'Ab', 'AB', 'a_1', '_x', 'Z9', 'Order']

function exact(length: number) {
  return { minLength: length, maxLength: length }
}

const domain = fc.record(
  {
    name: fc.string(),
    // viem takes an empty version for none.
    version: fc.string({ minLength: 1 }),
    chainId: fc.nat(),
    verifyingContract: exactly(20),
    salt: exactly(32),
  },
  { requiredKeys: [] },
)

it('hashes what viem and ethers hash, alike', () => {
  fc.assert(
    fc.property(typedData, domain, ({ types, primaryType, message }, domain) => {
      const ours = hashTypedData({
        types: new Map(Object.entries(types)),
        primaryType,
        domain,
        message,
      })
      const asViem = { types, primaryType, domain, message } as Parameters<typeof viemHash>[0]
      expect(bytesToHex(ours)).toBe(viemHash(asViem))
      expect(bytesToHex(ours)).toBe(TypedDataEncoder.hash(domain, types, message))
    }),
    runs({ seed: 11, numRuns: 100 }),
  )
})
