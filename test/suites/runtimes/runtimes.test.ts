import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { dist } from '../support/dist.ts'
import { newerNode } from '../support/newerNode.ts'

const require = createRequire(import.meta.url)
const execute = promisify(execFile)

/** A file of an installed package. */
function program(name: string, path: string): string {
  return join(dirname(require.resolve(`${name}/package.json`)), path)
}

const deno = program('@deno/linux-x64-glibc', 'deno')
const runtimes: readonly [name: string, program: string, ...args: string[]][] = [
  [`Node ${process.versions.node}`, process.execPath],
  ['Node 22', newerNode],
  ['Node 24', program('node-24', 'bin/node')],
  ['Bun', program('@oven/bun-linux-x64-baseline', 'bin/bun'), 'run'],
  ['Deno', deno, 'run', '--allow-all'],
]

const scripts = [
  'quickStart.mjs',
  'withFiles.mjs',
  'inBrowser.mjs',
  'ends.mjs',
  'endsAfterThread.mjs',
]

/** A project of a user who has installed preconf and viem. */
let project: string
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'preconf-runtimes-'))
  mkdirSync(join(project, 'node_modules'))
  // Deno looks into node_modules where there is one.
  writeFileSync(
    join(project, 'package.json'),
    '{ "dependencies": { "preconf": "*", "viem": "*" } }',
  )
  // Deno keeps compiled code by path: of another build with as many bytes at the same path it fails.
  vi.stubEnv('DENO_DIR', join(project, '.deno'))
  symlinkSync(dirname(dist), join(project, 'node_modules/preconf'))
  symlinkSync(dirname(require.resolve('viem/package.json')), join(project, 'node_modules/viem'))
  for (const name of [...scripts, 'exitWhileCompiling.mjs']) {
    cpSync(join(import.meta.dirname, name), join(project, name))
  }
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(project, { recursive: true })
})

describe.each(runtimes)('in %s', (_, program, ...args) => {
  test.each(scripts)('%s', async (script) => {
    const ended = execute(program, [...args, script], {
      cwd: project,
      timeout: 120_000,
      killSignal: 'SIGKILL',
    })
    // It exits with an error where something is not as it should be.
    await expect(ended).resolves.toMatchObject({ stdout: '' })
  })
})

test('Deno permits nothing to preconf/browser, and reading and the environment to preconf', async () => {
  const strict = ['run', '--no-prompt']
  await execute(deno, [...strict, 'inBrowser.mjs'], { cwd: project })
  const permitted = ['--allow-read', '--allow-env']
  await execute(deno, [...strict, ...permitted, 'quickStart.mjs'], { cwd: project })
})
