import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pack } from '../../../src/state/trie/packed.ts'
import { valuesFrom } from '../../../src/state/trie/proof.ts'
import { type Node, put } from '../../../src/state/trie/trie.ts'
import { runs } from '../../support/runs.ts'

const bytes = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)).map(([first, second, last]) => {
  const key = new Uint8Array(32)
  key.set([first, second * 64])
  key[31] = last
  return key
})

test('gives the values from a key on, or from the begin of one, in their order', () => {
  fc.assert(
    fc.property(fc.array(bytes), bytes, fc.constantFrom(0, 1, 2, 32), (keys, from, length) => {
      let trie: Node<string> | undefined
      for (const key of keys) trie = put(trie, pack(key), pack(key), {})
      const first = pack(from.slice(0, length))
      const sorted = [...new Set(keys.map(pack))].sort((one, other) => (one < other ? -1 : 1))
      expect([...valuesFrom(trie, first)]).toEqual(sorted.filter((key) => key >= first))
    }),
    runs({ seed: 11 }),
  )
})
