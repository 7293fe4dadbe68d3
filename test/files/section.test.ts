import { expect, test } from 'vitest'
import { InvalidGenesis } from '../../src/files/fileErrors.ts'
import { type Section, sectionOf } from '../../src/files/section.ts'

const section = (value: unknown) => sectionOf(value, 'genesis.json', 'config')

test('whole numbers are read as JSON numbers, hex, decimals and bigints', () => {
  const read = section({ a: 5, b: '0x1F', c: '123456789012345678901', d: 7n, e: null })
  expect(read.number('a')).toBe(5n)
  expect(read.number('b')).toBe(31n)
  expect(read.number('c')).toBe(123456789012345678901n)
  expect(read.number('d')).toBe(7n)
  expect(read.number('e')).toBeUndefined()
  expect(read.number('f')).toBeUndefined()
})

test('bytes are read in hex, with zeros in front where they may lack', () => {
  const read = section({ a: '0xAB01', b: '', c: '0x', d: '0x5', e: '12' })
  expect(read.bytes('a')).toEqual(Uint8Array.of(0xab, 1))
  expect(read.bytes('b')).toEqual(new Uint8Array())
  expect(read.bytes('c')).toEqual(new Uint8Array())
  expect(read.bytes('f')).toBeUndefined()
  expect(read.padded('d', 2)).toEqual(Uint8Array.of(0, 5))
  expect(read.padded('e', 2)).toEqual(Uint8Array.of(0, 0x12))
})

test('a field that is null counts as absent', () => {
  const read = section({ a: null, b: {} })
  expect(read.keys).toEqual(['b'])
  expect(read.section('a')).toBeUndefined()
  expect(read.section('b')?.keys).toEqual([])
})

test.each<[string, (section: Section) => unknown]>([
  ['config.a is -1: give a whole number from 0 to 10', (read) => read.number('a', 10n)],
  ['config.b is 1.5: give a whole number from 0 to 10', (read) => read.number('b', 10n)],
  ['config.c is "11": give a whole number from 0 to 10', (read) => read.number('c', 10n)],
  ['config.d is "0xg": give a whole number from 0 to 10', (read) => read.number('d', 10n)],
  ['config.e is "0xabc": give bytes as 0x and hex digits', (read) => read.bytes('e')],
  ['config.f is "abcg": give bytes as 0x and hex digits', (read) => read.bytes('f')],
  ['config.g is "0xabcd": give 3 bytes as 0x and hex digits', (read) => read.bytes('g', 3)],
  ['config.g is "0xabcd": give at most 1 bytes as', (read) => read.padded('g', 1)],
  ['config.c is "11": give true or false', (read) => read.flag('c')],
  ['config.a is -1: give an object', (read) => read.section('a')],
  ['config.h is [1]: give an object', (read) => read.section('h')],
  ['config.x is missing: say it', (read) => read.refuse('x', 'say it')],
  [`config.long is "${'z'.repeat(79)}…: too long`, (read) => read.refuse('long', 'too long')],
])('%s', (message, read) => {
  const fields = section({
    ...{ a: -1, b: 1.5, c: '11', d: '0xg', e: '0xabc', f: 'abcg', g: '0xabcd', h: [1] },
    long: 'z'.repeat(100),
  })
  expect(() => read(fields)).toThrow(InvalidGenesis)
  expect(() => read(fields)).toThrow(`genesis.json: ${message}`)
})

test('the error has the field', () => {
  expect(() => section({}).refuse('x', 'say it')).toThrow(
    expect.objectContaining({ field: 'config.x' }),
  )
  expect(() => sectionOf(3, 'genesis.json')).toThrow('genesis.json: is 3: give an object')
})

test('an empty text and 0x are 0, and 0x may be left out before bytes', () => {
  const read = section({ a: '', b: '0x', c: 'ab01', d: 5.875e22, e: 1e20, f: 2 ** 70 })
  expect([read.number('a'), read.number('b'), read.number('d'), read.number('e')]).toEqual([
    0n,
    0n,
    58_750_000_000_000_000_000_000n,
    10n ** 20n,
  ])
  expect(read.bytes('c')).toEqual(Uint8Array.of(0xab, 1))
  // Which digits were written, JavaScript does not know any more.
  expect(() => read.number('f')).toThrow('config.f is 1.1805916207174113e+21: give a whole number')
})
