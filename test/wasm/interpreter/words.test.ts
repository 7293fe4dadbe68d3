import { expect, test } from 'vitest'
import { pack } from '../../../src/state/trie/packed.ts'
import { Words } from '../../../src/wasm/interpreter/core.ts'

/** Memory with these words, each given big-endian. */
function memoryOf(...words: readonly Uint8Array[]): DataView {
  const bytes = new Uint8Array(words.length * 32)
  for (const [index, word] of words.entries()) bytes.set(word.slice().reverse(), index * 32)
  return new DataView(bytes.buffer)
}

function wordOf(byteAt: (index: number) => number): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => byteAt(index))
}

const rising = wordOf((index) => index)

test('a word that stands in memory is given big-endian, as bytes and as a string', () => {
  const word = new Words().at(memoryOf(rising), 0)
  expect(word.bytes).toEqual(rising)
  expect(word.packed).toBe(pack(rising))
})

test('a word that was read before is the same one, wherever it stands', () => {
  const words = new Words()
  const memory = memoryOf(
    rising,
    wordOf(() => 7),
    rising,
  )
  const first = words.at(memory, 0)
  words.at(memory, 32)
  expect(words.at(memory, 64)).toBe(first)
})

test('words that differ in any one part are distinguished', () => {
  const words = new Words()
  for (let part = 0; part < 8; part++) {
    const other = rising.slice()
    other[part * 4] = 0xff
    const memory = memoryOf(rising, other)
    expect([words.at(memory, 0).bytes, words.at(memory, 32).bytes]).toEqual([rising, other])
  }
})
