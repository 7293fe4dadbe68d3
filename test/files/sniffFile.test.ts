import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidStateFile } from '../../src/files/fileErrors.ts'
import { bytesSource, objectSource } from '../../src/files/fileSource.ts'
import { sniffFile } from '../../src/files/sniffFile.ts'
import { runs } from '../support/runs.ts'
import { anvilFile } from './anvil/anvilFiles.ts'

const sniff = (content: string | Uint8Array) =>
  sniffFile(bytesSource(Buffer.from(content), 'my.file'))

test.each([
  ['{"block":null', 'state'],
  ['{"preconf":{', 'state'],
  [`{"0x${'ab'.repeat(20)}":{`, 'state'],
  ['{}', 'state'],
  ['{"config":{', 'genesis'],
  ['{"alloc":{},"config":{', 'genesis'],
  ['{"alloc":{"x":1}}', 'state'],
  ['{"accounts":{}}', 'state'],
  [`{"accounts":{"0x${'ab'.repeat(20)}":{`, 'state'],
  [`{"accounts":{"${'AB'.repeat(20)}":{`, 'state'],
  ['{"accounts":{"alice":{', 'fixture'],
  ['{"accounts":{},"txs":[', 'fixture'],
  ['{"accounts":null,"blocks":[', 'state'],
  ['{"$schema":"fixture.json","version":1', 'fixture'],
  ['{"contracts":{', 'fixture'],
  ['version: 1', 'fixture'],
  ['\ufeffversion: 1', 'fixture'],
  ['# a comment\n%YAML 1.2\n---\n\n"accounts":\n  alice: {}', 'fixture'],
  ['# nothing yet', 'fixture'],
  [Uint8Array.of(0xf9, 2, 0), 'chain'],
  [Uint8Array.of(0xc0), 'chain'],
])('%s is a file of kind %s', async (content, kind) => {
  expect(await sniff(content)).toBe(kind)
})

test('a file is what is in it when it is compressed or in hex digits', async () => {
  const compressed = gzipSync(anvilFile('impersonated'))
  expect(await sniff(compressed)).toBe('state')
  expect(await sniff(`0x${compressed.toString('hex')}\n`)).toBe('state')
  expect(await sniff('0xf90200')).toBe('chain')
})

test.each(['dex.ts', 'dex.js', 'dex.mts', 'dex.mjs', 'dex.cjs', 'dex.yaml', 'dex.yml'])(
  '%s is a fixture, as modules are',
  async (name) => {
    expect(await sniffFile(bytesSource(Buffer.from('export default {'), name))).toBe('fixture')
  },
)

test.each([
  [{ config: {}, alloc: {} }, 'genesis'],
  [{ alloc: {} }, 'state'],
  [{ accounts: { [`0x${'ab'.repeat(20)}`]: { balance: 5n } } }, 'state'],
  [{ accounts: { alice: { balance: 5n } } }, 'fixture'],
  [{ accounts: undefined, mine: 3 }, 'fixture'],
])('the object %o is of kind %s', async (object, kind) => {
  expect(await sniffFile(objectSource(object, 'object'))).toBe(kind)
})

test.each([
  ['', 'my.file: it is empty'],
  [' \n', 'my.file: it is empty'],
  [
    'hello',
    'my.file: it begins with byte 0x68: give a state file, a genesis.json, blocks in RLP or a fixture',
  ],
  ['[]', 'it begins with byte 0x5b'],
  ['PNG\u0000', 'it begins with byte 0x50'],
  ['http://localhost:8545', 'it begins with byte 0x68'],
  [
    '{"abi":[],"alloc":{}}',
    'it has no field of a state file, a genesis.json or a fixture, but "abi"',
  ],
  ['{', 'it ends in the middle'],
])('%j is refused', async (content, message) => {
  await expect(sniff(content)).rejects.toThrow(InvalidStateFile)
  await expect(sniff(content)).rejects.toThrow(message)
})

test('whatever the bytes are, a file is of a kind or is refused', async () => {
  const starts = [
    '',
    '{',
    '{"accounts":{',
    '{"alloc":',
    '0x',
    '0x1f8b',
    '\u001f\u008b',
    'a: ',
    '\u00f9',
  ]
  const bytes = fc.tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 40 }))
  await fc.assert(
    fc.asyncProperty(bytes, async ([start, rest]) => {
      const content = Buffer.concat([Buffer.from(start, 'latin1'), rest])
      const kind = await sniff(content).catch((error) => error)
      const isKind = ['genesis', 'chain', 'state', 'fixture'].includes(kind)
      expect(isKind || kind instanceof InvalidStateFile).toBe(true)
    }),
    runs({ seed: 21, numRuns: 500 }),
  )
})
