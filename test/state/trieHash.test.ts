import { createMerkleProof, MerklePatriciaTrie } from '@ethereumjs/mpt'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hexToBytes } from '../../src/lib/hex.ts'
import { pack, unpack } from '../../src/state/packed.ts'
import { type Node, put, remove, values } from '../../src/state/trie.ts'
import { prove, rootHash } from '../../src/state/trieHash.ts'

const encode = (value: Uint8Array) => value

/** Keys that share long prefixes, so that extensions, splits deep down and nodes inside their parents occur. */
const key = fc
  .array(fc.record({ nibble: fc.nat(2), position: fc.constantFrom(0, 1, 2, 30, 61, 62, 63) }), {
    maxLength: 4,
  })
  .map((changes) => {
    const nibbles = new Array<number>(64).fill(0)
    for (const { position, nibble } of changes) nibbles[position] = nibble
    return hexToBytes(nibbles.map((nibble) => nibble.toString(16)).join(''))
  })

const value = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 1 }),
  fc.uint8Array({ minLength: 2, maxLength: 120 }),
)

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ key, value: fc.option(value, { nil: undefined }) }) },
  { weight: 1, arbitrary: fc.constant('end of batch' as const) },
)

test('any writes and removals give the roots and proofs of @ethereumjs/mpt', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.array(key, { maxLength: 5 }),
      async (steps, otherKeys) => {
        const reference = new MerklePatriciaTrie()
        let root: Node<Uint8Array> | undefined
        let owner = {}
        const keys = [...otherKeys]
        for (const action of steps) {
          if (action === 'end of batch') {
            expect(unpack(rootHash(root, encode))).toEqual(reference.root())
            owner = {}
            continue
          }
          keys.push(action.key)
          const packed = pack(action.key)
          if (action.value === undefined) {
            await reference.del(action.key)
            root = remove(root, packed, owner)
          } else {
            await reference.put(action.key, action.value)
            root = put(root, packed, action.value, owner)
          }
        }
        expect(unpack(rootHash(root, encode))).toEqual(reference.root())
        for (const provenKey of keys) {
          const expected = await createMerkleProof(reference, provenKey)
          // The reference lists nodes of less than 32 bytes, which stand inside their parents.
          const separate = expected.filter((node, index) => index === 0 || node.length >= 32)
          expect(prove(root, pack(provenKey), encode)).toEqual(separate)
        }
      },
    ),
    { seed: 1, numRuns: 300 },
  )
})

test('the shape depends on the keys alone, not on what was there meanwhile', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(
      fc.uniqueArray(bytes, { minLength: 1, maxLength: 20, selector: pack }),
      fc.array(bytes, { maxLength: 20 }),
      (kept, passing) => {
        const stays = new Set(kept.map(pack))
        const straight = kept.reduce<Node<Uint8Array> | undefined>(
          (root, each) => put(root, pack(each), each, {}),
          undefined,
        )
        let detour: Node<Uint8Array> | undefined
        for (const each of [...passing, ...[...kept].reverse(), ...passing]) {
          detour = put(detour, pack(each), each, {})
        }
        for (const each of passing) {
          if (!stays.has(pack(each))) detour = remove(detour, pack(each), {})
        }
        expect(rootHash(detour, encode)).toBe(rootHash(straight, encode))
        expect([...values(detour)]).toEqual([...values(straight)])
      },
    ),
    { seed: 2, numRuns: 100 },
  )
})
