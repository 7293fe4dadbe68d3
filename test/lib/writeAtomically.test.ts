import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeLeftovers, UnwritableFile, writeAtomically } from '../../src/lib/writeAtomically.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-write-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bytes = (...texts: string[]) => texts.map((text) => new TextEncoder().encode(text))

test('a file is written, and written over, with nothing left beside it', async () => {
  const path = join(folder, 'new.json')
  await writeAtomically(path, bytes('one', ' two'))
  expect(readFileSync(path, 'utf8')).toBe('one two')
  chmodSync(path, 0o600)
  await writeAtomically(path, bytes('three'))
  expect(readFileSync(path, 'utf8')).toBe('three')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['new.json'])
})

test('content that fails half-way leaves the old file alone', async () => {
  const path = join(folder, 'kept.json')
  writeFileSync(path, 'old')
  async function* failing() {
    yield* bytes('half of the')
    expect(readFileSync(path, 'utf8')).toBe('old')
    throw new RangeError('no more')
  }
  await expect(writeAtomically(path, failing())).rejects.toThrow(RangeError)
  expect(readFileSync(path, 'utf8')).toBe('old')
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('what killed processes have left is removed, what others write is not', async () => {
  const own = mkdtempSync(join(tmpdir(), 'preconf-left-'))
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const left = [`.state.json.${ended}-7.tmp`, `.state.json.${process.pid}-99999.tmp`]
  const others = [`.state.json.${process.ppid}-1.tmp`, `.other.json.${ended}-1.tmp`]
  for (const name of [...left, ...others]) writeFileSync(join(own, name), 'half')
  async function* content() {
    yield* bytes('whole')
    await removeLeftovers(join(own, 'state.json'))
  }
  await writeAtomically(join(own, 'state.json'), content())
  expect(readdirSync(own).sort()).toEqual([...others, 'state.json'].sort())
  rmSync(own, { recursive: true })
})

test('a link goes on pointing to its file', async () => {
  const [file, link] = [join(folder, 'linked.json'), join(folder, 'link.json')]
  writeFileSync(file, 'old')
  symlinkSync(file, link)
  await writeAtomically(link, bytes('new'))
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe('new')
})

test('two writes at once leave the whole of one', async () => {
  const path = join(folder, 'both.json')
  const long = Array.from({ length: 50 }, () => 'a'.repeat(1000))
  await Promise.all([writeAtomically(path, bytes(...long)), writeAtomically(path, bytes('short'))])
  expect([long.join(''), 'short']).toContain(readFileSync(path, 'utf8'))
})

test('a place that cannot be written is named', async () => {
  const path = join(folder, 'nowhere', 'state.json')
  await expect(writeAtomically(path, bytes('x'))).rejects.toThrow(UnwritableFile)
  await expect(writeAtomically(path, bytes('x'))).rejects.toThrow(`cannot write ${path}: ENOENT`)
})
