import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overJsonBounds } from '../../src/rpc/jsonBounds.ts'
import { runs } from '../support/runs.ts'

const bounds = { maxDepth: 4, maxValues: 10 }

/** Depth by recursion, the plain way. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

describe('overJsonBounds', () => {
  it.each([
    ['at the limit', '[[[[1]]]]', undefined],
    ['over it by arrays', '[[[[[1]]]]]', 'depth'],
    ['over it by objects', '{"a":{"a":{"a":{"a":{}}}}}', 'depth'],
    ['never closed', '[[[[[', 'depth'],
    ['side by side', '[[],[],[],[]]', undefined],
    ['inside a string', '["[[[[[[[["]', undefined],
    ['after an escaped quote', '["\\"[[[[[[[["]', undefined],
    ['after an escaped backslash', '["\\\\",[[[[]]]]]', 'depth'],
    ['in a string without end', '"[[[[[[[[', undefined],
    ['with many elements', '[1,2,3,4,5,6,7,8,9,0]', 'values'],
    ['with many members', `{${'"a":1,'.repeat(12)}"b":1}`, 'values'],
    ['with commas in a string', `["${','.repeat(100)}"]`, undefined],
  ])('%s', (_name, text, expected) => {
    expect(overJsonBounds(text, bounds)).toBe(expected)
  })

  it('agrees with the depth that JSON.parse finds', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 7 }), (value) => {
        const over = overJsonBounds(JSON.stringify(value), { maxDepth: 3, maxValues: Infinity })
        expect(over !== undefined).toBe(depthOf(value) > 3)
      }),
      runs({ seed: 2, numRuns: 300 }),
    )
  })

  it('reads 32 MB of backslashes and quotes in one pass', () => {
    const text = `"${'\\"'.repeat(16 * 1024 * 1024)}"[[[[[`
    expect(overJsonBounds(text, bounds)).toBe('depth')
  })
})
