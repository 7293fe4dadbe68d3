import { RLP } from '@ethereumjs/rlp'
import { expect, it } from 'vitest'
import { bytesItem, hashItem, listItem, pack, unpack } from '../../../src/state/trie/packed.ts'

const bytesOf = (length: number, first: number) => new Uint8Array(length).fill(first)

it('encodes bytes of every length that is written in another way', () => {
  for (const length of [0, 1, 2, 31, 32, 55, 56, 255]) {
    for (const first of [0, 1, 0x7f, 0x80, 0xff]) {
      const bytes = bytesOf(length, first)
      expect(unpack(bytesItem(pack(bytes)))).toEqual(RLP.encode(bytes))
    }
  }
})

it('encodes hashes, and lists of every length that is written in another way', () => {
  const hash = bytesOf(32, 7)
  expect(unpack(hashItem(pack(hash)))).toEqual(RLP.encode(hash))
  for (const length of [0, 1, 55, 56, 255, 256, 532, 65_535]) {
    const items = Array.from({ length }, () => bytesOf(1, 9))
    expect(unpack(listItem(items.map(pack).join('')))).toEqual(RLP.encode(items))
  }
})
