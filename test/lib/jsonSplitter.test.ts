import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yieldToEventLoop } from '../../src/clock/pace.ts'
import { utf8Text } from '../../src/lib/encodings.ts'
import { JsonSplitter } from '../../src/lib/jsonSplitter.ts'
import { runs } from '../support/runs.ts'
import { stillReachable } from '../support/stillReachable.ts'

function split(...chunks: readonly string[]): readonly string[] {
  const splitter = new JsonSplitter()
  return chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk)).map(utf8Text))
}

test.each([
  [['{"a":1}{"b":2}'], ['{"a":1}', '{"b":2}']],
  [['{"a":1}\n\n [1,{}]\r\n'], ['{"a":1}', '[1,{}]']],
  [['{"a":', '"}"', '}'], ['{"a":"}"}']],
  [['{"a":"\\"}', '"}'], ['{"a":"\\"}"}']],
  [['{"a":"\\', '"}"}'], ['{"a":"\\"}"}']],
  [['no json\n{}'], ['no json\n', '{}']],
  [['}{}'], ['}', '{}']],
  [['{"a":1'], []],
])('%j are the texts %j', (chunks, texts) => {
  expect(split(...chunks)).toEqual(texts)
})

test('wherever the bytes are cut, the texts are those that were written', () => {
  const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
  const gap = fc.constantFrom('', '\n', ' \r\n')
  fc.assert(
    fc.property(fc.array(fc.tuple(value, gap)), fc.nat({ max: 6 }), (parts, rest) => {
      const bytes = Buffer.from(parts.map(([json, space]) => JSON.stringify(json) + space).join(''))
      const splitter = new JsonSplitter()
      const texts: string[] = []
      const size = 1 + rest
      for (let at = 0; at < bytes.length; at += size) {
        texts.push(...splitter.push(bytes.subarray(at, at + size)).map(utf8Text))
      }
      expect(texts).toEqual(parts.map(([json]) => JSON.stringify(json)))
    }),
    runs({ seed: 12 }),
  )
})

test('what has begun and not ended is counted', () => {
  const splitter = new JsonSplitter()
  splitter.push(Buffer.from('{} {"a":'))
  expect(splitter.length).toBe(5)
  splitter.push(Buffer.from('1}'))
  expect(splitter.length).toBe(0)
})

test('no chunk is kept, however small', async () => {
  const splitter = new JsonSplitter()
  splitter.push(Buffer.from('['))
  const chunks = Array.from({ length: 1000 }, () => {
    const chunk = Buffer.from(Uint8Array.of(0x20))
    splitter.push(chunk)
    return new WeakRef(chunk)
  })
  await yieldToEventLoop()
  expect(stillReachable(chunks)).toBe(0)
  expect(splitter.push(Buffer.from(']')).map(utf8Text)).toEqual([`[${' '.repeat(1000)}]`])
})

test('an answer of megabytes is read in one pass, however small the pieces', () => {
  const bytes = Buffer.from(JSON.stringify({ result: 'x'.repeat(2 ** 22) }))
  const splitter = new JsonSplitter()
  const found: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += 64) {
    found.push(...splitter.push(bytes.subarray(at, at + 64)))
  }
  expect(found.map(utf8Text)).toEqual([String(bytes)])
})
