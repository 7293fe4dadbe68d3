import { spawnSync } from 'node:child_process'
import { closeSync, constants, lstatSync, openSync, readFileSync } from 'node:fs'
import { mkdir, open, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { createDevnet } from '../../src/index.ts'
import { readText } from '../../src/lib/regularFile.ts'
import { writeAtomically } from '../../src/lib/writeAtomically.ts'
import { startCommand } from '../support/command.ts'
import { projectFolder } from '../support/projectFolder.ts'

/** Nothing that is said may repeat it. */
const secret = 'key of the secret'

/** A folder with what is no file to read or to write, or has no end. */
async function hostileFolder(extension: string) {
  const folder = await projectFolder({ secret })
  const at = (name: string): string => join(folder.path, `${name}${extension}`)
  spawnSync('mkfifo', [at('pipe')])
  await symlink(at('pipe'), at('linkToPipe'))
  await symlink('/dev/zero', at('linkToDevice'))
  await symlink(at('linkToItself'), at('linkToItself'))
  await mkdir(at('folder'))
  await writeFile(at('sparse'), '')
  await truncate(at('sparse'), 2 ** 36)
  return { ...folder, at }
}

type Hostile = Awaited<ReturnType<typeof hostileFolder>>

const start = async (options: Parameters<typeof createDevnet>[0]): Promise<void> => {
  await (await createDevnet({ mining: 'manual', ...options })).close()
}

const fixtureWith = (contract: object) => ({ version: 1, contracts: { C: contract } })

/** All that opens what a user names, to read it: by the ending that its files have. */
const readers: Readonly<Record<string, (path: string, hostile: Hostile) => Promise<unknown>>> = {
  'loadState .json': (loadState) => start({ loadState }),
  'genesis .json': (genesis) => start({ genesis }),
  'chain .rlp': (chain) => start({ genesis: 'fixtures/genesis.json', chain }),
  'fixture .yaml': (fixture) => start({ fixture }),
  'fixture .mts': (fixture) => start({ fixture }),
  'fixture .mjs': (fixture) => start({ fixture }),
  'extends .yaml': (path) => start({ fixture: { extends: path } }),
  'artifact .json': (path) => start({ fixture: fixtureWith({ artifact: path }) }),
  'abi .json': (path) =>
    start({ fixture: fixtureWith({ abi: path, at: `0x${'12'.repeat(20)}`, code: '0x00' }) }),
  'broadcast .json': (path) => start({ fixture: { version: 1, txs: [{ broadcast: path }] } }),
  'cassette .jsonl': (cassette) => start({ fork: { cassette, offline: true } }),
  // As of gas snapshots, records of gas and coverage, settings of Foundry, locks.
  'any other .txt': (path) => readText(path),
}

/** Names that are no paths here, or not of what they seem to be. */
function names({ path, at }: Hostile): Readonly<Record<string, string>> {
  const secretFile = join(path, 'secret')
  return {
    'a pipe': at('pipe'),
    'a link to a pipe': at('linkToPipe'),
    'a device': '/dev/zero',
    'a link to a device': at('linkToDevice'),
    'a link to itself': at('linkToItself'),
    'a folder': at('folder'),
    sparse: at('sparse'),
    '/proc': '/proc/self/mem',
    'file: URL': pathToFileURL(secretFile).href,
    'URL-encoded': secretFile.replaceAll('/', '%2f'),
    'URL-encoded dots': `${path}/%2e%2e/secret`,
    'drive of Windows': 'C:\\secret',
    'long path of Windows': '\\\\?\\C:\\secret',
    'other machine': '\\\\server\\share\\secret',
    'NUL in it': `${secretFile}\0.json`,
  }
}
test.each(Object.keys(readers))(
  '%s: what is no regular file is refused at once',
  async (reader) => {
    const read = readers[reader] as (path: string) => Promise<unknown>
    await using hostile = await hostileFolder(reader.slice(reader.lastIndexOf(' ') + 1))
    for (const [kind, path] of Object.entries(names(hostile))) {
      const error = await read(path).then(
        () => expect.fail(`${kind} was taken`),
        (cause: Error) => cause,
      )
      expect(error.message).not.toContain(secret)
      // Of the last part, as errors repeat texts with escapes.
      if (kind === 'a pipe') expect(error.message).toContain('is a pipe: give a regular file')
    }
  },
)

test('state: a file that cannot be gone on from is refused at once', async () => {
  await using hostile = await hostileFolder('')
  const others = ['/dev/zero', '/proc/self/mem', `${hostile.at('secret')}\0.json`]
  const own = ['pipe', 'linkToPipe', 'linkToDevice', 'linkToItself', 'sparse', 'secret']
  for (const state of [...own.map(hostile.at), ...others]) {
    const error = await start({ state }).then(
      () => expect.fail(`${state} was taken`),
      (cause: Error) => cause,
    )
    expect(error.message).not.toContain(secret)
  }
})

/** All that writes a file that a user names. */
const writers: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  state: (state) => start({ state }),
  dumpState: (dumpState) => start({ dumpState }),
  // As of --config-out, of exports, gas snapshots and cassettes.
  'any other': (path) => writeAtomically(path, [new TextEncoder().encode('{}')]),
}

test.each(Object.keys(writers))('%s: nothing but a regular file is replaced', async (writer) => {
  const write = writers[writer] as (path: string) => Promise<unknown>
  await using hostile = await hostileFolder('')
  for (const name of ['pipe', 'linkToPipe', 'linkToDevice', 'linkToItself']) {
    const path = hostile.at(name)
    const { ino } = lstatSync(path)
    await expect(write(path)).rejects.toThrow(path)
    expect(lstatSync(path).ino).toBe(ino)
  }
})

test.each(Object.keys(writers))(
  '%s: a link to a file not there yet leads to it',
  async (writer) => {
    const write = writers[writer] as (path: string) => Promise<unknown>
    await using hostile = await hostileFolder('')
    await symlink('folder/new.json', hostile.at('one'))
    await symlink('one', hostile.at('two'))
    await write(hostile.at('two'))
    expect(lstatSync(hostile.at('two')).isSymbolicLink()).toBe(true)
    expect(lstatSync(hostile.at('one')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(hostile.path, 'folder/new.json'), 'utf8')).toContain('{')
  },
)

test('ipc: nothing but a socket without a server is replaced', async () => {
  await using hostile = await hostileFolder('')
  await using devnet = await createDevnet({ mining: 'manual' })
  for (const name of ['pipe', 'linkToPipe', 'linkToDevice', 'linkToItself', 'folder', 'secret']) {
    const path = hostile.at(name)
    const { ino } = lstatSync(path)
    await expect(devnet.listen({ port: 0, ipc: path })).rejects.toThrow(path)
    expect(lstatSync(path).ino).toBe(ino)
  }
  await expect(devnet.listen({ port: 0, ipc: '/dev/null' })).rejects.toThrow('/dev/null')
  expect(readFileSync(hostile.at('secret'), 'utf8')).toBe(secret)
})

/** All that keeps files of its own in a folder that a user names. */
const folders: Readonly<Record<string, (folder: string) => Promise<void>>> = {
  cache: (cache) => start({ cache, fixture: { version: 1, accounts: { alice: {} } } }),
  gasReport: (gasReport) => sendWith({ gasReport }),
  coverage: (coverage) => sendWith({ coverage }),
}

async function sendWith(options: Parameters<typeof createDevnet>[0]): Promise<void> {
  await using devnet = await createDevnet({ mining: 'auto', ...options })
  devnet.on('error', () => {})
  const [from, to] = devnet.accounts.map(({ address }) => address)
  await devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to }] })
}

test.each(Object.keys(folders))('%s: what is no folder is left unchanged', async (kind) => {
  const use = folders[kind] as (folder: string) => Promise<void>
  await using hostile = await hostileFolder('')
  for (const name of ['pipe', 'linkToPipe', 'linkToDevice', 'linkToItself', 'secret']) {
    const path = hostile.at(name)
    const { ino } = lstatSync(path)
    // Some say that they cannot be written, and others do without.
    await use(path).catch((error) => expect(error.message).not.toContain(secret))
    expect(lstatSync(path).ino).toBe(ino)
  }
  expect(readFileSync(hostile.at('secret'), 'utf8')).toBe(secret)
})

test('a save that hangs while the chain runs is reported', async () => {
  await using hostile = await hostileFolder('')
  const state = hostile.at('state.json')
  await using devnet = await createDevnet({ mining: 'auto', state, stateInterval: '10ms' })
  const reported = new Promise((resolve) => devnet.on('error', resolve))
  // Each open waits in a thread of the pool for the other end of the pipe.
  const blocked = Array.from({ length: 4 }, () => open(hostile.at('pipe'), 'r'))
  await devnet.provider.request({ method: 'anvil_mine' })
  expect(String(await reported)).toContain(`${state} is not written after 3 s`)
  const other = openSync(hostile.at('pipe'), constants.O_RDWR)
  for (const file of await Promise.all(blocked)) await file.close()
  closeSync(other)
})

test('a second signal ends it while the file system blocks its threads', async () => {
  await using hostile = await hostileFolder('')
  const [fixture, go] = [hostile.at('blocks.mjs'), hostile.at('go')]
  // What a fixture does is a program's: it opens a pipe in every thread of the pool.
  await writeFile(
    fixture,
    `import { existsSync, promises } from 'node:fs'
const timer = setInterval(() => {
  if (!existsSync(${JSON.stringify(go)})) return
  clearInterval(timer)
  for (let i = 0; i < 4; i++) promises.open(${JSON.stringify(hostile.at('pipe'))})
  console.log('blocked')
}, 10)
export default {}`,
  )
  const state = hostile.at('state.json')
  await using command = await startCommand(['--fixture', fixture, '--state', state])
  await writeFile(go, '')
  await command.printed(/^blocked$/m)
  // Signals close together count as one.
  const timer = setInterval(() => command.process.kill('SIGTERM'), 50)
  await command.ended.finally(() => clearInterval(timer))
  expect(command.process.signalCode ?? command.process.exitCode).toBe('SIGKILL')
})
