import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readSuite } from '../../scripts/conformance/readSuite.ts'

const one = '>> {"id":1,"method":"test_number"}\n<< {"id":1,"result":5}\n'
const openRpc = JSON.stringify({
  methods: [{ name: 'test_number', result: { schema: { type: 'integer' } } }],
  components: { schemas: {} },
})

/** A folder with these files, removed at the end of the test. */
function folderOf(files: Readonly<Record<string, string>>): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'preconf-suite-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

test('cases come in the order of their folders and names', () => {
  using folder = folderOf({
    'net_version/number.io': one,
    'eth_call/b.io': one,
    'eth_call/a.io': `// speconly\n${one}`,
    'eth_call/a-longer.io': one,
    'eth_callMany/x.io': one,
    'eth_call/notes.txt': 'not a case',
  })
  const { cases } = readSuite(folder.path)
  expect(cases.map(({ name, group, specOnly }) => [name, group, specOnly])).toEqual([
    ['eth_call/a-longer', 'eth_call', false],
    ['eth_call/a', 'eth_call', true],
    ['eth_call/b', 'eth_call', false],
    ['eth_callMany/x', 'eth_callMany', false],
    ['net_version/number', 'net_version', false],
  ])
})

test('the files of the chain and the schemas are found beside the cases or one folder up', () => {
  using folder = folderOf({
    'openrpc.json': openRpc,
    'tests/genesis.json': '{}',
    'tests/chain.rlp': '',
    'tests/test_number/one.io': one,
  })
  for (const path of [folder.path, join(folder.path, 'tests')]) {
    const suite = readSuite(path)
    expect(suite.cases.map(({ name }) => name)).toEqual(['test_number/one'])
    expect(suite.genesis).toBe(join(folder.path, 'tests/genesis.json'))
    expect(suite.chain).toBe(join(folder.path, 'tests/chain.rlp'))
    expect(suite.check('test_number', 5)).toEqual([])
    expect(suite.check('test_number', '5')).toEqual(['result: must be integer'])
  }
})

test('a suite without chain or schemas is one for a fresh devnet, judged exactly', () => {
  using folder = folderOf({ 'test_number/one.io': one })
  const suite = readSuite(folder.path)
  expect(suite.genesis).toBeUndefined()
  expect(suite.chain).toBeUndefined()
  expect(suite.check('test_number', 5)).toEqual([
    'openrpc.json is needed to judge test_number: it is neither in the folder nor one up',
  ])
})

test('a file that is no recording is named', () => {
  using folder = folderOf({ 'eth_call/broken.io': '<< {}' })
  expect(() => readSuite(folder.path)).toThrow(
    `${join(folder.path, 'eth_call/broken.io')}: line 1: a response without a request`,
  )
})
