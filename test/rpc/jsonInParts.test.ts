import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonScan } from '../../src/rpc/jsonScan.ts'
import { parseInParts } from '../../src/rpc/jsonText.ts'
import { runs } from '../support/runs.ts'

const unbounded = { depth: Infinity, values: Infinity, members: Infinity }

/** The value as the rpc parses it, with parts of a few characters; and how many turns others had. */
async function parsed(text: string, partLength = 5) {
  const scan = new JsonScan(text, unbounded, partLength)
  scan.run()
  let turns = 0
  const turn = async () => {
    turns++
  }
  const value =
    scan.long === undefined ? JSON.parse(text) : await parseInParts(text, scan.long, turn)
  return { value, turns }
}

test('the value is that of JSON.parse', () =>
  fc.assert(
    fc.asyncProperty(
      fc.jsonValue({ maxDepth: 6 }),
      fc.nat(40),
      fc.constantFrom('', ' ', '\n\t'),
      async (value, partLength, space) => {
        const text = space + JSON.stringify(value, undefined, space) + space
        expect((await parsed(text, partLength)).value).toEqual(JSON.parse(text))
      },
    ),
    runs({ seed: 3, numRuns: 1_000 }),
  ))

test('what is no JSON is none in parts either', () =>
  fc.assert(
    fc.asyncProperty(
      fc.jsonValue({ maxDepth: 4 }),
      fc.nat(),
      fc.constantFrom('', ',', ']', '}', '[', '{', '"', ':', '1', ' ', '\\'),
      async (value, at, put) => {
        const json = JSON.stringify(value, undefined, 1)
        const place = at % (json.length + 1)
        const text = json.slice(0, place) + put + json.slice(place + (at % 2))
        let expected: unknown
        try {
          expected = JSON.parse(text)
        } catch {
          await expect(parsed(text), text).rejects.toThrow(SyntaxError)
          return
        }
        expect((await parsed(text)).value, text).toEqual(expected)
      },
    ),
    runs({ seed: 4, numRuns: 3_000 }),
  ))

test.each([
  ['{"__proto__":{"a":1},"b":[1,2,3],"b":[4,5,6],"0":1}'],
  ['[    \n    ]'],
  ['{         }'],
  [
    `{"${'name'.repeat(30)}":"${'value'.repeat(30)}","a":"${'\\\\n'.repeat(30)}","b":["${'c'.repeat(90)}"]}`,
  ],
  [`{"a"  :  "${'b'.repeat(50)}"  ,  "${'c'.repeat(50)}"  :  [1, 2, "${'d'.repeat(50)}", 3]}`],
])('%s is read as it stands', async (text) => {
  const { value } = await parsed(text)
  expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
})

test.each(['{"a":1{"b":2}}', '{"a":-{"b":2}}', '{"a":"b"{"c":2}}', '{"a":1"bcdefgh"}'])(
  '%s is no JSON',
  async (text) => {
    await expect(parsed(text)).rejects.toThrow(SyntaxError)
  },
)

test('others have a turn before each part', async () => {
  const text = JSON.stringify(Array.from({ length: 1_000 }, (_, index) => index))
  expect((await parsed(text, 100)).turns).toBeGreaterThan(30)
})

test('others have turns while a long string is looked through', async () => {
  const text = JSON.stringify({ a: 1, b: 'c'.repeat(5_000_000) })
  const { value, turns } = await parsed(text, 100)
  expect(value).toEqual(JSON.parse(text))
  expect(turns).toBeGreaterThan(5)
})
