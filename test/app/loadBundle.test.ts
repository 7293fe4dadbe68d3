import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

let folder: string
let project: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'preconf-bundle-'))
  project = join(folder, 'project')
  const dist = join(import.meta.dirname, '../../dist')
  const isNeeded = (path: string) => path === dist || /\.cjs$|\/parts$/.test(path)
  cpSync(dist, join(project, 'dist'), { recursive: true, filter: isNeeded })
})

afterEach(() => rmSync(join(folder, 'cache'), { recursive: true, force: true }))
afterAll(() => rmSync(folder, { recursive: true }))

/** What a process prints that opens a devnet, does this with it, and closes it. */
function run(
  act: string,
  environment: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): string {
  const program = `
    const library = require(${JSON.stringify(join(project, 'dist/index.cjs'))})
    void (async () => {
      const devnet = await library.createDevnet({ mining: 'auto' })
      ${act}
      await devnet.close()
    })()`
  const env = { ...process.env, PRECONF_CACHE: join(folder, 'cache'), ...environment }
  return execFileSync(process.execPath, [...flags, '-e', program], { env, encoding: 'utf8' })
}

/** Files of compiled code. */
function kept(): readonly string[] {
  try {
    const code = join(folder, 'cache/code')
    return readdirSync(code).map((name) => join(code, name))
  } catch {
    return []
  }
}

/** The only one. */
function keptFile(): string {
  const [file, ...others] = kept()
  if (file === undefined || others.length > 0) throw new Error(`kept are ${kept().join(', ')}`)
  return file
}

test('compiled code is kept by the first process that closes a devnet, and left by the next', () => {
  run('')
  const written = readFileSync(keptFile())
  run("await devnet.provider.request({ method: 'evm_mine' })")
  expect(readFileSync(keptFile()).equals(written)).toBe(true)
})

test('compiled code is written again by a process that runs four times as long and compiles more', () => {
  run('')
  const written = readFileSync(keptFile())
  const cpuMs = written.readUInt32LE(written.length - 8)
  run(`
    const [{ address: from }] = devnet.accounts
    await devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to: from }] })
    const usedUs = ({ user, system }) => user + system
    while (usedUs(process.cpuUsage()) < ${4 * cpuMs * 1000}) {}`)
  expect(readFileSync(keptFile()).length).toBeGreaterThan(written.length)
})

test.each<[string, (file: string, whole: Buffer) => void]>([
  ['cut', (file, whole) => writeFileSync(file, whole.subarray(0, whole.length / 2))],
  ['empty', (file) => writeFileSync(file, '')],
  ['short', (file) => writeFileSync(file, 'abc')],
  ['larger than any code', (file) => truncateSync(file, 2 ** 40)],
  [
    'damaged, on which V8 would crash',
    (file, whole) =>
      writeFileSync(file, whole.fill(0x55, whole.length / 2, whole.length / 2 + 4096)),
  ],
  [
    'a pipe',
    (file) => {
      rmSync(file)
      execFileSync('mkfifo', [file])
    },
  ],
])('code that is %s is replaced', (_name, damage) => {
  run('')
  const { length } = readFileSync(keptFile())
  damage(keptFile(), readFileSync(keptFile()))
  run('')
  expect(readFileSync(keptFile()).length).toBeCloseTo(length, -5)
})

test('where none can be kept, all works as well', () => {
  mkdirSync(join(folder, 'cache'))
  writeFileSync(join(folder, 'cache/code'), 'a file where the folder should be')
  expect(run('console.log(devnet.accounts.length)')).toBe('10\n')
})

test('none is kept where that is not wanted, and for source maps', () => {
  run('', { PRECONF_CACHE: 'off' })
  run('', {}, ['--enable-source-maps'])
  expect(kept()).toEqual([])
})

test('parts find the same program, with kept code and without', () => {
  const act = `
    await (await library.createDevnet({ mnemonic: 'legal winner thank year wave sausage worth useful legal winner thank yellow' })).close()
    const bundle = require(${JSON.stringify(join(project, 'dist/bundle.cjs'))})
    const parts = Object.keys(require.cache).filter((path) => /parts/.test(path))
    console.log(bundle.createDevnet === library.createDevnet, parts.length > 1)`
  expect([run(act), run(act)]).toEqual(['true true\n', 'true true\n'])
})

test('a chain loads the code of prices and traffic when it first has some', () => {
  const act = (first: string) => `
    const loaded = () => Object.keys(require.cache).filter((path) => /parts.(prices|follower|traffic)-/.test(path)).length
    const [{ address: from }] = devnet.accounts
    await devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to: from }] })
    const before = loaded()
    ${first}
    console.log(before, loaded())`
  expect(run(act(''))).toBe('0 0\n')
  expect(run(act("await devnet.prices.set('ETH/USD', 1800)"))).toBe('0 1\n')
})

test('the code of a project that was moved names no old folder', () => {
  const act =
    'console.log((await library.createDevnet({ mining: 1 }).catch((error) => error)).stack)'
  expect(run(act)).toContain(project)
  const old = project
  project = join(folder, 'moved')
  renameSync(old, project)
  expect(run(act)).toContain(project)
  expect(run(act)).not.toContain(old)
})
