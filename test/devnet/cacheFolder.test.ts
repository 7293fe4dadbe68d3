import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cacheFolder } from '../../src/devnet/cacheFolder.ts'
import { resolveOptions } from '../../src/devnet/options.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preconf-package-'))
  await mkdir(join(folder, 'one', 'src', 'deep'), { recursive: true })
  await writeFile(join(folder, 'one', 'package.json'), '{}')
})

afterAll(() => rm(folder, { recursive: true }))

it('is in the package that is worked on, at its top', async () => {
  const kept = join(folder, 'one', 'node_modules', '.cache', 'preconf')
  for (const cwd of [join(folder, 'one'), join(folder, 'one', 'src', 'deep')]) {
    expect(await cacheFolder(undefined, { cwd, env: {}, isBuilt: true })).toBe(kept)
    expect(await cacheFolder(undefined, { cwd, env: {}, isBuilt: false })).toBeUndefined()
  }
})

it('is nowhere without a package', async () => {
  const cwd = resolve('/')
  expect(await cacheFolder(undefined, { cwd, env: {}, isBuilt: true })).toBeUndefined()
})

it('is where the option says it, or else the environment, from source too', async () => {
  const cwd = join(folder, 'one')
  for (const isBuilt of [true, false]) {
    const moved = { cwd, env: { PRECONF_CACHE: '../kept' }, isBuilt }
    expect(await cacheFolder(undefined, moved)).toBe(join(folder, 'kept'))
    expect(await cacheFolder('own', moved)).toBe(join(cwd, 'own'))
    expect(await cacheFolder('off', moved)).toBeUndefined()
    expect(
      await cacheFolder(undefined, { ...moved, env: { PRECONF_CACHE: 'off' } }),
    ).toBeUndefined()
    expect(await cacheFolder('own', { ...moved, env: { PRECONF_CACHE: 'off' } })).toBe(
      join(cwd, 'own'),
    )
  }
})

it('is an option with a text', () => {
  expect(resolveOptions({ cache: 'off' }).cache).toBe('off')
  for (const cache of ['', false, 1]) {
    expect(() => resolveOptions({ cache: cache as string })).toThrow(
      'give the path of a folder, or off',
    )
  }
})
