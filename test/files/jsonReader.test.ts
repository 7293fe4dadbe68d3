import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidStateFile } from '../../src/files/fileErrors.ts'
import { JsonReader } from '../../src/files/jsonReader.ts'
import { runs } from '../support/runs.ts'

/** Reads a text that comes in pieces of so many bytes. */
function readerOf(text: string | Uint8Array, pieceBytes = 1): JsonReader {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  return new JsonReader(pieces(), 'my.json')
}

async function whole(text: string | Uint8Array, pieceBytes?: number): Promise<unknown> {
  const json = readerOf(text, pieceBytes)
  const value = await json.value()
  await json.finish()
  return value
}

const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? Number(item) : item)))

test('whatever JSON.stringify writes is read the same, however it comes in pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue({ maxDepth: 4 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 2),
      async (value, pieceBytes, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(plain(await whole(text, pieceBytes))).toEqual(JSON.parse(text))
      },
    ),
    runs({ seed: 11, numRuns: 200 }),
  )
})

test('passing over a value ends where it ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), async (value, pieceBytes) => {
      const json = readerOf(JSON.stringify([value, 7]), pieceBytes)
      const seen: unknown[] = []
      await json.array(async (index) =>
        seen.push(index === 0 ? await json.skip() : await json.scalar()),
      )
      await json.finish()
      expect(seen).toEqual([undefined, 7])
    }),
    runs({ seed: 11, numRuns: 100 }),
  )
})

test('whole numbers keep all their digits', async () => {
  expect(await whole('[18446744073709551615, 9007199254740991, -3, 1.5, 1e3]')).toEqual([
    18446744073709551615n,
    9007199254740991,
    -3,
    1.5,
    1000,
  ])
})

test('a key is a key, whatever it is called', async () => {
  const value = (await whole('{"__proto__":{"a":1},"constructor":2}')) as object
  expect(Object.entries(value)).toMatchObject([
    ['__proto__', { a: 1 }],
    ['constructor', 2],
  ])
})

test('keys come one by one, so that nothing after the last one wanted is read', async () => {
  const json = readerOf(' {"a":[1], "block":{"b":2}, torn')
  const keys: string[] = []
  for await (const key of json.keys()) {
    keys.push(key)
    if (key === 'block') break
    await json.skip()
  }
  expect(keys).toEqual(['a', 'block'])
  for await (const key of readerOf('{ }').keys()) keys.push(key)
  expect(keys).toHaveLength(2)
})

test('every beginning of a text is torn', async () => {
  const text = '{"a":[1,"tw\\u00e4",true],"b":{"c":null}}'
  for (let length = 0; length < text.length; length++) {
    await expect(whole(text.slice(0, length), 3)).rejects.toThrow(
      /^my\.json, line 1, byte \d+: it ends in the middle/,
    )
  }
})

describe('what is wrong is reported with its place', () => {
  test.each([
    ['{"a":1,}', 'line 1, byte 7: it is not JSON at "}": give a string in double quotes'],
    ['{"a" 1}', 'line 1, byte 5: it is not JSON at "1}": give a colon'],
    ['{"a":{"b":[1,\n 2;3]}}', 'line 2, byte 16: it is not JSON at ";3]}}", in a.b: give a comma'],
    ['[tru]', 'line 1, byte 1: it is not JSON at "tru]", in 0: give a value'],
    ['[01]', 'in 0: give a value'],
    ['["a\nb"]', 'in 0: a text has no control characters'],
    ['["\\x"]', 'in 0: the text is not valid JSON'],
    ['{} {}', 'line 1, byte 3: it is not JSON at "{}": nothing may follow the end'],
    ['['.repeat(600), 'it is nested more than 512 deep'],
    [Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d), 'in 0: the text is not valid JSON'],
  ])('%s', async (text, message) => {
    await expect(whole(text)).rejects.toThrow(InvalidStateFile)
    await expect(whole(text, 64)).rejects.toThrow(message)
  })

  test('a value of the wrong kind', async () => {
    const json = readerOf('{"accounts":[\n{"nonce":"lots"}]}')
    await expect(
      json.object(() => json.array(async () => (await json.section()).number('nonce'))),
    ).rejects.toThrow(
      'my.json, line 2, byte 14: accounts.0.nonce is "lots": give a whole number from 0',
    )
    const other = readerOf('{"a":5}')
    await expect(other.object(() => other.object(async () => {}))).rejects.toThrow(
      'my.json, line 1, byte 6: a is 5: give an object',
    )
  })
})

test.each([
  ['a text', `"${'x'.repeat(2 ** 22)}"`],
  ['a text of escapes', `"${'\\n'.repeat(2 ** 21)}"`],
  ['a name', `{"${'x'.repeat(2 ** 22)}":1}`],
  ['spaces', `[${' '.repeat(2 ** 22)}1]`],
])('%s of megabytes is read in one pass, however small the pieces', async (_name, text) => {
  expect(await whole(text, 64)).toEqual(JSON.parse(text))
  const json = readerOf(text, 64)
  await json.skip()
  await json.finish()
})

test.each(['1'.repeat(1025), `0.${'1'.repeat(2 ** 22)}`, 't'.repeat(2 ** 22)])(
  'no number and no word has more than 1,024 digits',
  async (word) => {
    await expect(whole(`[${word}]`, 64)).rejects.toThrow('a number is longer than 1024 digits')
  },
)
