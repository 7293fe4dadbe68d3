import { expect, test } from 'vitest'
import { compare } from '../../scripts/conformance/compare.ts'

test.each([
  ['the order of keys', '{"a":{"b":1,"c":[null,true]}}', '{"a":{"c":[null,true],"b":1}}'],
  ['how a number is written', '{"a":100}', '{"a":1e2}'],
  ['how a text is escaped', '{"a":"\\u0041"}', '{"a":"A"}'],
])('%s is no difference', (_name, one, other) => {
  expect(compare(JSON.parse(one), JSON.parse(other))).toEqual([])
})

test('every place that differs is named by its path from the root', () => {
  const expected = { result: { calls: [{ status: '0x1', gas: 5 }], hash: '0xaa' }, id: 1 }
  const got = { result: { calls: [{ status: '0x0' }, {}], hash: '0xaa', extra: [] }, id: 1 }
  expect(compare(expected, got)).toEqual([
    { path: 'result.calls[0].status', expected: '0x1', got: '0x0' },
    { path: 'result.calls[0].gas', expected: 5, got: undefined },
    { path: 'result.calls[1]', expected: undefined, got: {} },
    { path: 'result.extra', expected: undefined, got: [] },
  ])
})

test.each([
  ['null and nothing', { a: null }, {}],
  ['a number and its text', { a: 1 }, { a: '1' }],
  ['upper and lower case', { a: '0xAB' }, { a: '0xab' }],
  ['an array and an object', { a: [] }, { a: {} }],
  ['the order of elements', { a: [1, 2] }, { a: [2, 1] }],
  ['a key that objects inherit', { constructor: 1 }, {}],
])('%s are different', (_name, one, other) => {
  expect(compare(one, other)).not.toEqual([])
  expect(compare(other, one)).not.toEqual([])
})
