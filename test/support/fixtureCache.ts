import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import type { Fixture } from '../../src/index.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { testDevnet } from './testDevnet.ts'

/** An empty folder for compiled fixtures in each test. */
export function fixtureCache() {
  const folders: string[] = []
  beforeEach(async () => {
    folders.push(await mkdtemp(join(tmpdir(), 'preconf-cache-')))
  })
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))
  const folder = () => folders.at(-1) as string

  /** What a start gives that loads a fixture, and how many files it had to write. */
  async function loaded(fixture: Fixture, options: DevnetOptions = {}) {
    const before = await filesIn(folder())
    await using devnet = await testDevnet({ cache: folder(), ...options })
    const value = await devnet.loadFixture(fixture)
    const head = { method: 'eth_getBlockByNumber', params: ['latest', true] }
    const block = await devnet.provider.request(head)
    const after = await filesIn(folder())
    const made = [...after].filter(([name, file]) => before.get(name) !== file).length
    return { value, block, made }
  }

  return { folder, loaded }
}

/** Which file stands at each name: another one when it was written anew. */
async function filesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.fixture'))
  const files = names.map(async (name) => [name, (await stat(join(folder, name))).ino] as const)
  return new Map(await Promise.all(files))
}
