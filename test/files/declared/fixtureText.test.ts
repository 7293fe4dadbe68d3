import { expect, test } from 'vitest'
import { readFixtureText } from '../../../src/files/declared/fixtureText.ts'

const yaml = `# a comment
version: 1
accounts:
  alice:
    address: 0x00000000000000000000000000000000000000aA
  bob: {balance: 1e6 ether,
        nonce: 7}
base: &base
  one: 1
list:
  - 1000000e6
  - 12345678901234567890
  - 0.5
  - 0x00ff
  - 007
  - "007"
  - true
  - null
  - 2026-01-01T00:00:00Z
copy: *base
merged: {<<: *base, two: 2}
1e3: a key
`

test('numbers that JavaScript would change stay as they are written, in keys too', () => {
  expect(readFixtureText(yaml, 'f.yaml').value).toEqual({
    version: 1,
    accounts: {
      alice: { address: '0x00000000000000000000000000000000000000aA' },
      bob: { balance: '1e6 ether', nonce: 7 },
    },
    base: { one: 1 },
    list: [
      '1000000e6',
      '12345678901234567890',
      '0.5',
      '0x00ff',
      7,
      '007',
      true,
      null,
      '2026-01-01T00:00:00Z',
    ],
    copy: { one: 1 },
    merged: { one: 1, two: 2 },
    '1e3': 'a key',
  })
})

test.each([
  [[], 2],
  [['version'], 2],
  [['accounts', 'alice'], 4],
  [['accounts', 'alice', 'address'], 5],
  [['accounts', 'bob', 'nonce'], 7],
  [['list', 2], 13],
  [['list', 99], 10],
  [['copy', 'one'], 9],
  [['merged', 'two'], 21],
  [['merged', 'one'], 21],
  [['accounts', 'carol', 'balance'], 3],
  [['1e3'], 22],
] as const)('it knows that %j is in line %i', (path, line) => {
  expect(readFixtureText(yaml, 'f.yaml').origin.lineOf(path)).toBe(line)
})

test('JSON is read with its lines, whatever it is indented with', () => {
  const content = { version: 1, txs: [{ value: 1e21 }, { raw: '0x02' }] }
  const { value, origin } = readFixtureText(JSON.stringify(content, undefined, '\t'), 'f.json')
  expect(value).toEqual({ version: 1, txs: [{ value: '1e+21' }, { raw: '0x02' }] })
  expect(origin.lineOf(['txs', 1, 'raw'])).toBe(8)
})

test.each([
  ['a: [1\nb: 2', 'f.yaml, line 2: it cannot be read: flow sequence in block collection'],
  ['a: 1\nb:\n  c: 1\n  d: 2\n  c: 3', 'f.yaml, line 5: it cannot be read: c occurs twice'],
  ['{"a": 1,\n "a": 2}', 'f.yaml, line 2: it cannot be read: a occurs twice'],
  ['a: !money 1', 'f.yaml, line 1: it cannot be read: unresolved tag: !money'],
  ['a: 1\nb: *nobody', 'it cannot be read: Unresolved alias'],
  ['a: 1\n---\nb: 2', 'f.yaml, line 2: it cannot be read: source contains multiple documents'],
  ['\ta: 1', 'f.yaml, line 1: it cannot be read: tabs are not allowed as indentation'],
])('%j is refused', (text, message) => {
  expect(() => readFixtureText(text, 'f.yaml')).toThrow(message)
})

test('a long text of JSON is read at once, and has its lines anyway', () => {
  const accounts = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [`account${index}`, { balance: String(index) }]),
  )
  const text = JSON.stringify({ version: 1, accounts }, undefined, 1)
  const { value, origin } = readFixtureText(text, 'f.json')
  expect(value).toEqual({ version: 1, accounts })
  expect(origin.lineOf(['accounts', 'account1', 'balance'])).toBe(8)
  const other = { version: 1, accounts: { ...accounts, last: { balance: 1e30 } } }
  expect(readFixtureText(JSON.stringify(other), 'f.json').value).toMatchObject({
    accounts: { last: { balance: '1e+30' } },
  })
})

test('a text that is nested a hundred thousand times is refused', () => {
  expect(() => readFixtureText('['.repeat(100_000), 'f.yaml')).toThrow(
    'f.yaml, line 1: it cannot be read: maximum call stack',
  )
})

test('a text of many keys takes no long time, and neither does one that repeats itself', () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n')
  expect(Object.keys(readFixtureText(keys, 'f.yaml').value as object)).toHaveLength(20_000)
  const nine = (name: string) => `[${Array(9).fill(`*${name}`).join(', ')}]`
  const bomb = `a: &a [x]\nb: &b ${nine('a')}\nc: &c ${nine('b')}\nd: &d ${nine('c')}\ne: ${nine('d')}`
  expect(() => readFixtureText(bomb, 'f.yaml')).toThrow('Excessive alias count')
})

test('of a long text that somebody has sent only JSON is read, and nobody waits for its lines', () => {
  const items = Array.from({ length: 9_000 }, (_, index) => index)
  const yamlText = items.map((item) => `- ${item}`).join('\n')
  expect(() => readFixtureText(yamlText, 'fixture', true)).toThrow(
    'fixture: it is not JSON, and too long for YAML: more than 8192 blanks, commas, colons and brackets: send an object',
  )
  expect(readFixtureText(yamlText, 'fixture').value).toEqual(items)
  const { value, origin } = readFixtureText(JSON.stringify(items), 'fixture', true)
  expect([value, origin.lineOf([5])]).toEqual([items, undefined])
})
