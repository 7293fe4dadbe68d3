import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanJson, type Wanted } from '../../../../src/extensions/solidity/artifacts/jsonPlaces.ts'
import { runs } from '../../../support/runs.ts'

const wanted: Wanted = {
  id: 'value',
  text: 'place',
  '': 'place',
  contracts: { '*': { abi: 'value', '*': { code: 'value', map: 'place' } } },
}

function found(pieces: readonly Uint8Array[]): unknown {
  let at = 0
  const scan = scanJson(() => pieces[at++], wanted)
  for (;;) {
    const { done, value } = scan.next()
    if (done) return value
  }
}

const content = fc.record({
  id: fc.jsonValue(),
  text: fc.jsonValue(),
  other: fc.jsonValue(),
  contracts: fc.dictionary(
    fc.string(),
    fc.dictionary(
      fc.constantFrom('abi', 'A"', 'B\\', 'ü'),
      fc.oneof(fc.jsonValue(), fc.record({ code: fc.string(), map: fc.jsonValue() })),
    ),
  ),
})

test('what is found does not depend on where pieces of the file end', () => {
  const indent = fc.constantFrom(undefined, 1, '\t')
  fc.assert(
    fc.property(content, indent, fc.array(fc.nat(300)), (given, space, ends) => {
      const written = JSON.stringify(given, undefined, space)
      const json = JSON.parse(written)
      const bytes = new TextEncoder().encode(written)
      const cuts = [0, ...[...new Set(ends)].sort((one, other) => one - other), bytes.length]
      const pieces = cuts.slice(1).map((end, at) => bytes.subarray(cuts[at], end))
      const whole = found([bytes])
      expect(found(pieces)).toEqual(whole)
      expect(whole).toMatchObject({ id: json.id, '': { start: 0, end: bytes.length } })
      const { text } = whole as { text: { start: number; end: number } }
      const slice = new TextDecoder().decode(bytes.subarray(text.start, text.end))
      expect(JSON.parse(slice)).toEqual(json.text)
    }),
    runs({ seed: 22, numRuns: 300 }),
  )
})

test.each([
  ['{"id": "a', 'it ends within a text at byte 7'],
  ['{"id": [1, 2}', 'brackets do not match at byte 12'],
  ['{"id" 1}', 'a colon is missing at byte 6'],
  ['{"id": 1 "text": 2}', 'a comma is missing at byte 9'],
  ['{"id": 1,', 'it ends too early at byte 9'],
])('%s is refused, in any pieces', (text, problem) => {
  const bytes = new TextEncoder().encode(text)
  const message = `is not whole JSON: ${problem}`
  expect(() => found([bytes])).toThrow(message)
  expect(() => found([...bytes].map((byte) => Uint8Array.of(byte)))).toThrow(message)
})

test('a value of megabytes is taken in one pass, however small the pieces', () => {
  const bytes = new TextEncoder().encode(JSON.stringify({ id: 'x'.repeat(2 ** 22), text: 1 }))
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += 64) pieces.push(bytes.subarray(at, at + 64))
  expect(found(pieces)).toMatchObject({ id: 'x'.repeat(2 ** 22) })
})

test('a value that is wanted has a bound, and one that is not wanted is not kept', () => {
  const piece = new TextEncoder().encode('\\"'.repeat(2 ** 19))
  const text = (key: string) => {
    const begin = new TextEncoder().encode(`{"${key}": "`)
    return [begin, ...Array.from({ length: 20 }, () => piece), new TextEncoder().encode('"}')]
  }
  expect(found(text('other'))).toEqual({ '': { start: 0, end: 20 * 2 ** 20 + 13 } })
  expect(() => found(text('id'))).toThrow('has a value of more than 16777216 bytes at byte 7')
})
