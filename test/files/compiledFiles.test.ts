import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { CompiledFiles } from '../../src/files/fixture/compiledFiles.ts'
import { type Hex, quantity } from '../../src/lib/hex.ts'

const folders: string[] = []
let folder: string
let files: CompiledFiles

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'preconf-files-')), 'kept')
  folders.push(join(folder, '..'))
  files = new CompiledFiles(folder)
})

afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true }))))

function key(number: number): Hex {
  return quantity(4096 + number)
}

/** Has it be used so many days ago. */
async function age(name: string, days: number): Promise<void> {
  const seconds = Date.now() / 1000 - days * 86_400
  await utimes(join(folder, name), seconds, seconds)
}

it('gives back what was written, with what is shared in it', async () => {
  const shared = { bytes: Uint8Array.of(1, 2, 3) }
  const content = {
    left: shared,
    right: shared,
    big: 2n ** 70n,
    set: new Set(['a']),
    none: undefined,
  }
  await files.write(key(1), content)
  const read = (await files.read(key(1))) as typeof content
  expect(read).toEqual(content)
  expect(read.left).toBe(read.right)
  expect(await files.read(key(2))).toBeUndefined()
})

it('replaces what was written before, and leaves nothing else', async () => {
  await files.write(key(1), 'first')
  await files.write(key(1), 'second')
  expect(await files.read(key(1))).toBe('second')
  expect(await readdir(folder)).toEqual(['1001.fixture'])
})

it('does not read what another key was written for under its own', async () => {
  await files.write(key(1), 'first')
  const file = await readFile(join(folder, '1001.fixture'))
  await mkdir(join(folder, '1002.fixture'))
  expect(await files.read(key(2))).toBeUndefined()
  await files.write(key(2), 'second')
  expect(await files.read(key(2))).toBeUndefined()
  expect(await readFile(join(folder, '1001.fixture'))).toEqual(file)
})

it('keeps a hundred, those that were used last', async () => {
  for (let number = 0; number < 100; number++) await files.write(key(number), number)
  for (const name of await readdir(folder)) await age(name, 2)
  // Read since, so not the oldest any more.
  expect(await files.read(key(0))).toBe(0)
  await age('1001.fixture', 3)
  await files.write(key(100), 100)
  const names = await readdir(folder)
  expect(names).toHaveLength(100)
  expect(names).not.toContain('1001.fixture')
  expect(names).toEqual(expect.arrayContaining(['1000.fixture', '1064.fixture']))
})

it('removes what others have left who died while they wrote, and nothing else', async () => {
  await files.write(key(1), 1)
  await writeFile(join(folder, '.1005.fixture.4711-1.tmp'), 'half')
  await writeFile(join(folder, '.1006.fixture.4712-1.tmp'), 'half')
  await writeFile(join(folder, 'notes.txt'), 'mine')
  await age('.1005.fixture.4711-1.tmp', 1)
  await age('notes.txt', 100)
  await files.write(key(2), 2)
  expect((await readdir(folder)).sort()).toEqual([
    '.1006.fixture.4712-1.tmp',
    '1001.fixture',
    '1002.fixture',
    'notes.txt',
  ])
})
