import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { filesBeside } from '../../src/files/declared/fixtureErrors.ts'
import { InvalidStateFile, UnreadableFile } from '../../src/files/fileErrors.ts'
import {
  bytesSource,
  type FileSource,
  filePath,
  objectSource,
  pathSource,
} from '../../src/files/fileSource.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-source-'))
afterAll(() => rmSync(folder, { recursive: true }))

const long = Buffer.from(Array.from({ length: 50_000 }, (_, index) => `${index} `).join(''))

/** As a client prints what `anvil_dumpState` answers. */
const hex = (bytes: Buffer) => Buffer.from(`0x${bytes.toString('hex')}\n`)

async function content({ chunks }: FileSource): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of chunks()) pieces.push(piece.slice())
  return Buffer.concat(pieces).toString()
}

test('bytes and files, plain and compressed, have their content, as often as it is asked for', async () => {
  const [plain, compressed] = [join(folder, 'plain'), join(folder, 'compressed')]
  writeFileSync(plain, long)
  writeFileSync(compressed, gzipSync(long))
  const sources = [
    bytesSource(long),
    bytesSource(gzipSync(long)),
    bytesSource(hex(long)),
    bytesSource(hex(gzipSync(long))),
    await pathSource(plain),
    await pathSource(compressed),
  ]
  for (const source of [...sources, ...sources]) {
    expect(await content(source)).toBe(long.toString())
  }
  expect(await content(bytesSource(new Uint8Array()))).toBe('')
})

test('a name as in an import is a file of the package, unless there is a file at the path', async () => {
  const packaged = join(import.meta.dirname, '../../fixtures/dex.yaml')
  expect((await pathSource('preconf/fixtures/dex.yaml')).name).toBe(packaged)
  const beside = filesBeside(join(folder, 'own.yaml'))
  expect(await beside.resolve('preconf/fixtures/dex.yaml')).toBe(packaged)
  expect(await beside.resolve('fixtures/dex.yaml')).toBe(join(folder, 'fixtures/dex.yaml'))

  const own = join(folder, 'preconf/fixtures/dex.yaml')
  mkdirSync(join(own, '..'), { recursive: true })
  writeFileSync(own, '')
  expect(await beside.resolve('preconf/fixtures/dex.yaml')).toBe(own)

  const missing = await pathSource('preconf/fixtures/dax.yaml')
  await expect(content(missing)).rejects.toThrow('cannot read preconf/fixtures/dax.yaml: ENOENT')
  // What is written is never in the package.
  expect(await filePath('preconf/fixtures/dex.yaml')).toBe('preconf/fixtures/dex.yaml')
})

test.each([
  ['in quotes', (digits: string) => `"0x${digits}"\n`],
  [
    'as an answer of JSON-RPC',
    (digits: string) => `{"jsonrpc":"2.0","id":1,"result":"0x${digits}"}`,
  ],
  [
    'as an answer with its result first',
    (digits: string) => `{ "result" : "0x${digits}", "id": 1 }\n`,
  ],
  ['without 0x', (digits: string) => digits],
])('what anvil_dumpState answers, saved %s', async (_, saved) => {
  const dump = Buffer.from(saved(gzipSync(long).toString('hex')))
  expect(await content(bytesSource(dump))).toBe(long.toString())
})

test('an object has its JSON as content', async () => {
  const source = objectSource({ a: 5n, b: Uint8Array.of(1), c: undefined }, 'my object')
  expect(await content(source)).toBe('{"a":"0x5","b":"0x01"}')
})

test('digits that are not all hex, or an odd number of them, are refused', async () => {
  const foreign = bytesSource(Buffer.from('0x12g4'), 'my.hex')
  await expect(content(foreign)).rejects.toThrow(
    'my.hex: it begins with 0x, but has other characters than hex',
  )
  const odd = bytesSource(Buffer.from('0x123'), 'my.hex')
  await expect(content(odd)).rejects.toThrow(
    'my.hex: it is truncated: it ends in the middle of a byte',
  )
})

test('a folder stands for the state.json in it', async () => {
  mkdirSync(join(folder, 'chain'))
  writeFileSync(join(folder, 'chain', 'state.json'), '{}')
  const source = await pathSource(join(folder, 'chain'))
  expect(source.name).toBe(join(folder, 'chain', 'state.json'))
  expect(await content(source)).toBe('{}')
})

test('a file that is not there, and one whose gzip is torn or broken, are named', async () => {
  const nowhere = await pathSource(join(folder, 'nowhere'))
  await expect(content(nowhere)).rejects.toThrow(UnreadableFile)
  const compressed = gzipSync(long)
  const torn = bytesSource(compressed.subarray(0, 20_000), 'my.json')
  await expect(content(torn)).rejects.toThrow(InvalidStateFile)
  await expect(content(torn)).rejects.toThrow(
    'my.json: it is truncated or damaged, its gzip cannot be read: ',
  )
  compressed[3000] = 0xff
  await expect(content(bytesSource(compressed, 'my.json'))).rejects.toThrow(
    'its gzip cannot be read',
  )
})
