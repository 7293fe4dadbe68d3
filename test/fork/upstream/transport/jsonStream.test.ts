import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonStream } from '../../../../src/fork/upstream/transport/ipc.ts'
import { runs } from '../../../support/runs.ts'

test('values come out whole, however the text is cut', () => {
  const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
  const cuts = fc.integer({ min: 1, max: 9 })
  fc.assert(
    fc.property(fc.array(value), cuts, fc.constantFrom('', '\n'), (values, size, end) => {
      const text = values.map((item) => `${JSON.stringify(item)}${end}`).join('')
      const stream = new JsonStream()
      const found: unknown[] = []
      for (let at = 0; at < text.length; at += size) {
        found.push(...stream.add(text.slice(at, at + size)).map((json) => JSON.parse(json)))
      }
      expect(found).toEqual(values.map((item) => JSON.parse(JSON.stringify(item))))
    }),
    runs({ seed: 7 }),
  )
})

test('an answer of megabytes is read in one pass, however small the pieces', () => {
  const text = JSON.stringify({ result: 'x'.repeat(2 ** 22) })
  const stream = new JsonStream()
  const found: string[] = []
  for (let at = 0; at < text.length; at += 64) found.push(...stream.add(text.slice(at, at + 64)))
  expect(found).toEqual([text])
})
