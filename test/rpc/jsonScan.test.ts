import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { idOfShort, JsonScan } from '../../src/rpc/jsonScan.ts'
import { runs } from '../support/runs.ts'

const bounds = { depth: 4, values: 11, members: 8 }
const unbounded = { depth: Infinity, values: Infinity, members: Infinity }

/** Depth by recursion, the plain way. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

/** The most members that an object has, likewise. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Math.max(own, ...Object.values(value).map(membersOf))
}

describe('what a text is over', () => {
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
    ['with many elements', '[1,2,3,4,5,6,7,8,9,0,1]', 'values'],
    ['with many members', `{${'"a":1,'.repeat(8)}"b":1}`, 'members'],
    ['with many members inside', `[{${'"":1,'.repeat(8)}"":1}]`, 'members'],
    ['with as many as may be', `{${'"a":1,'.repeat(7)}"b":1}`, undefined],
    ['with many members of several', `[{${'"a":1,'.repeat(4)}"b":1},{"a":1,"b":1}]`, undefined],
    ['with commas in a string', `["${','.repeat(100)}"]`, undefined],
  ])('%s', (_name, text, expected) => {
    expect(new JsonScan(text, bounds).run()).toBe(expected)
  })

  it('is as the value has it that JSON.parse makes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 7 }), (value) => {
        const text = JSON.stringify(value)
        const over = (limits: object) => new JsonScan(text, { ...unbounded, ...limits }).run()
        expect(over({ depth: 3 })).toBe(depthOf(value) > 3 ? 'depth' : undefined)
        expect(over({ members: 2 })).toBe(membersOf(value) > 2 ? 'members' : undefined)
      }),
      runs({ seed: 2, numRuns: 300 }),
    )
  })

  it('is the same, and so are the ids, however far each run goes', () => {
    const batch = '[{"id":1},{"id":"two","params":[{"id":7}]},{"method":"x"},{ "id" : 3.0 }]'
    for (const length of [1, 2, 5, 1_000]) {
      const scan = new JsonScan(batch, unbounded)
      while (!scan.isDone) expect(scan.run(length)).toBeUndefined()
      expect(scan.ids).toEqual(['1', '"two"', undefined, '3.0'])
    }
  })

  it('takes one pass for 32 MB of backslashes and quotes', () => {
    const text = `"${'\\"'.repeat(16 * 1024 * 1024)}"[[[[[`
    expect(new JsonScan(text, bounds).run()).toBe('depth')
  })
})

test('a text whose brackets do not match is not divided', () => {
  const long = (text: string) => {
    const scan = new JsonScan(text, unbounded, 4)
    scan.run()
    return scan.long
  }
  expect(long('[1,2,3,4,5]')).toMatchObject({ isArray: true, start: 0, end: 11 })
  for (const text of ['[1,2,3,4,5', '[1,2,3,4}', '[1,2,3,4]]', '[1,2,3,4][1,2,3,4]']) {
    expect(long(text), text).toBeUndefined()
  }
})

describe('the id of a short request', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"a"}', { id: '7' }],
    ['{"method":"a", "id" : 1.0 }', { id: '1.0' }],
    ['{"id":"two, or \u00fc}"}', { id: '"two, or \u00fc}"' }],
    ['{"method":"a"}', { id: undefined }],
    // Which is the request's own is not seen at a glance.
    ['{"params":[{"id":1}],"id":2}', undefined],
    ['{"method":"id","id":2}', undefined],
    ['{"\\u0069d":1,"a":{"id":2}}', undefined],
    ['[{"id":1}]', undefined],
    [' {"id":1}', undefined],
    ['', undefined],
  ])('%s', (text, id) => {
    expect(idOfShort(text, { depth: 64, values: 64, members: 64 })).toEqual(id)
  })

  it('is not looked for in a text that may be over a bound', () => {
    const text = '{"id":1}'
    const length = text.length
    expect(idOfShort(text, { depth: length, values: length, members: length })).toEqual({ id: '1' })
    for (const bound of ['depth', 'values', 'members']) {
      expect(idOfShort(text, { ...unbounded, [bound]: length - 1 })).toBeUndefined()
    }
  })

  it('is the one that a look through the text finds', () => {
    const word = fc.string({ unit: fc.constantFrom(...'id:{}[], '), maxLength: 8 })
    const id = fc.oneof(word, fc.double(), fc.constant(null))
    const others = fc.dictionary(word, fc.oneof(word, fc.array(word), fc.dictionary(word, word)))
    let found = 0
    fc.assert(
      fc.property(id, others, others, (id, before, behind) => {
        const text = JSON.stringify({ ...before, id, ...behind })
        const short = idOfShort(text, unbounded)
        if (short === undefined) return
        found++
        const scan = new JsonScan(text, unbounded)
        scan.run()
        expect(short.id).toBe(scan.ids[0])
      }),
      runs({ seed: 6, numRuns: 300 }),
    )
    expect(found).toBeGreaterThan(100)
  })
})
