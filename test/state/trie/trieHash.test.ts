import { createMerkleProof, MerklePatriciaTrie } from '@ethereumjs/mpt'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hexToBytes } from '../../../src/lib/hex.ts'
import { pack, unpack } from '../../../src/state/trie/packed.ts'
import { type Leaf, type Node, put, remove, values } from '../../../src/state/trie/trie.ts'
import { prove, rootHash } from '../../../src/state/trie/trieHash.ts'
import { runs } from '../../support/runs.ts'

const encode = pack

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
    runs({ seed: 1, numRuns: 300 }),
  )
})

test('branches with many children are hashed right after every change, in old versions too', async () => {
  const wideKey = fc.record({ at: fc.constantFrom(0, 31), byte: fc.nat(255) }).map((changed) => {
    const bytes = new Uint8Array(32)
    bytes[changed.at] = changed.byte
    return bytes
  })
  const change = fc.record({ key: wideKey, value: fc.option(value, { nil: undefined, freq: 3 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(wideKey, { minLength: 100, maxLength: 200, size: 'max' }),
      fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 12, size: 'max' }),
      fc.nat(),
      async (initial, batches, seed) => {
        const reference = new MerklePatriciaTrie()
        const versions: Node<Uint8Array>[] = []
        let root: Node<Uint8Array> | undefined
        for (const each of initial) {
          await reference.put(each, each)
          root = put(root, pack(each), each, {})
        }
        for (const [index, batch] of batches.entries()) {
          const owner = {}
          for (const { key: changed, value: written } of batch) {
            const packed = pack(changed)
            if (written === undefined) await reference.del(changed)
            else await reference.put(changed, written)
            root =
              written === undefined
                ? remove(root, packed, owner)
                : put(root, packed, written, owner)
          }
          if (root === undefined) continue
          // Some versions are hashed only after later ones were made from them.
          if ((seed >> index) & 1) expect(unpack(rootHash(root, encode))).toEqual(reference.root())
          versions.push(root)
        }
        for (const version of versions) {
          const anew = [...leaves(version)].reduce<Node<Uint8Array> | undefined>(
            (so, leaf) => put(so, leaf.key, leaf.value, {}),
            undefined,
          )
          expect(rootHash(version, encode)).toBe(rootHash(anew, encode))
        }
      },
    ),
    runs({ seed: 7, numRuns: 40 }),
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
    runs({ seed: 2, numRuns: 100 }),
  )
})

function* leaves<Value>(node: Node<Value> | undefined): Generator<Leaf<Value>> {
  if (node?.kind === 'leaf') yield node
  else if (node?.kind === 'extension') yield* leaves(node.child)
  else if (node?.kind === 'lazy') yield* leaves(node.load())
  else if (node !== undefined)
    for (let nibble = 0; nibble < 16; nibble++) yield* leaves(node[nibble])
}
