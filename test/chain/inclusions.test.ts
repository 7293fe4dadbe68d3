import { describe, expect, test } from 'vitest'
import {
  type Inclusions,
  inclusionOf,
  noInclusions,
  withInclusions,
  withoutInclusions,
} from '../../src/chain/inclusions.ts'
import type { Hex } from '../../src/lib/hex.ts'

/** More of them than are kept apart as recent ones. */
const many: readonly Hex[] = Array.from(
  { length: 2048 },
  (_, index): Hex => `0x${index.toString(16).padStart(64, '0')}`,
)
const again: Hex = `0x${'ab'.repeat(32)}`

function numbersOf(inclusions: Inclusions, hash: Hex): bigint[] {
  const numbers: bigint[] = []
  let found = inclusionOf(inclusions, hash)
  for (; found !== undefined; found = inclusionOf(inclusions, hash)) {
    numbers.push(found.number)
    inclusions = withoutInclusions(inclusions, found.number, [hash])
  }
  return numbers
}

describe('inclusions', () => {
  test('are found by hash, in the newest blocks and in those before', () => {
    const before = withInclusions(noInclusions, 1n, many)
    const all = withInclusions(before, 2n, [again])
    expect(inclusionOf(all, many[7] as Hex)).toEqual({ number: 1n, index: 7, earlier: undefined })
    expect(inclusionOf(all, again)).toEqual({ number: 2n, index: 0, earlier: undefined })
    expect(inclusionOf(before, again)).toBeUndefined()
  })

  test('of a repeated transaction are uncovered from the newest to the oldest', () => {
    let all = withInclusions(noInclusions, 1n, [again])
    all = withInclusions(all, 2n, [again])
    all = withInclusions(all, 3n, many)
    all = withInclusions(all, 4n, [again])
    all = withInclusions(all, 5n, [again])
    const moved = withInclusions(all, 6n, many)
    for (const each of [all, moved]) expect(numbersOf(each, again)).toEqual([5n, 4n, 2n, 1n])
    expect(numbersOf(moved, many[0] as Hex)).toEqual([6n, 3n])
  })

  test('of an old block go, while those of newer ones stay', () => {
    let all = withInclusions(noInclusions, 1n, [again, ...many])
    all = withInclusions(all, 2n, [again])
    const pruned = withoutInclusions(all, 1n, [again, ...many])
    expect(numbersOf(pruned, again)).toEqual([2n])
    expect(inclusionOf(pruned, many[0] as Hex)).toBeUndefined()
    expect(withoutInclusions(pruned, 2n, [again])).toEqual(noInclusions)
  })
})
