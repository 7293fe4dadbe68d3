import { expect, test } from 'vitest'
import { encoded, jsonText } from '../../src/files/jsonText.ts'

test('bigints are quantities, bytes are data, and nothing else changes', () => {
  const value = {
    number: 5,
    wei: 10n ** 18n,
    bytes: Uint8Array.of(1, 255),
    node: Buffer.from([2]),
    none: undefined,
    parts: [1n, null, { text: 'a"b' }],
  }
  expect(jsonText(value)).toBe(
    '{"number":5,"wei":"0xde0b6b3a7640000","bytes":"0x01ff","node":"0x02","parts":["0x1",null,{"text":"a\\"b"}]}',
  )
})

test('texts become bytes in pieces, none of them lost', () => {
  const texts = Array.from({ length: 3000 }, (_, index) => `${index} ä `.repeat(10))
  const pieces = [...encoded(texts)]
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.length).toBeLessThan(20)
  expect(Buffer.concat(pieces).toString()).toBe(texts.join(''))
  expect([...encoded([])]).toEqual([])
})
