import { expect, it } from 'vitest'
import { encodeBytesOnce, encodeEachOnce, encodeOnce } from '../../../src/rpc/format/encodeOnce.ts'

it('encodes a value once, however many ask', () => {
  let count = 0
  const encode = encodeOnce(({ name }: { name: string }) => {
    count++
    return { name }
  })
  const value = { name: 'a' }
  expect(encode(value).text).toBe('{"name":"a"}}}')
  expect(encode(value)).toBe(encode(value))
  expect(count).toBe(1)
})

it('tells equal values apart', () => {
  let count = 0
  const encode = encodeOnce(() => ++count)
  expect([encode({}), encode({})].map(({ text }) => text)).toEqual(['1}}', '2}}'])
})

it('encodes several values once', () => {
  let count = 0
  const encode = encodeEachOnce(({ names }: { names: readonly string[] }) => {
    count++
    return names
  })
  const event = { names: ['a', 'b'] }
  expect(encode(event).map(({ text }) => text)).toEqual(['"a"}}', '"b"}}'])
  expect(encode(event)).toBe(encode(event))
  expect(count).toBe(1)
})

it('encodes to bytes once, which all share', () => {
  const encode = encodeBytesOnce(({ name }: { name: string }) => ({ name }))
  const event = { name: 'ü' }
  expect(new TextDecoder().decode(encode(event))).toBe('{"name":"ü"}')
  expect(encode(event)).toBe(encode(event))
  expect(encode({ name: 'ü' })).not.toBe(encode(event))
})
