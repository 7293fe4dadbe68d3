import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const command = readFileSync(join(root, 'dist/cli.cjs'), 'utf8')

/** What the command prints under that version before it loads anything, and its exit code. */
function startedUnder(version: string) {
  const errors: string[] = []
  const process: { versions: { node: string }; exitCode?: number } = { versions: { node: version } }
  new Script(command).runInNewContext({
    process,
    console: { error: (text: string) => errors.push(text) },
  })
  return { errors, exitCode: process.exitCode }
}

test.each(['10.24.1', '16.20.2', '18.20.4', '20.18.3'])('Node %s gets a sentence', (version) => {
  expect(startedUnder(version)).toEqual({
    errors: [
      `preconf: Node ${version} is too old: install Node 20.19 or newer (https://nodejs.org)`,
    ],
    exitCode: 1,
  })
})

test('a program that imports the library under an old Node gets the same sentence', () => {
  const library = readFileSync(join(root, 'dist/load.cjs'), 'utf8')
  const module = { exports: {} as { loadBundle?: (...paths: unknown[]) => unknown } }
  // Node 18 has these modules, but not all that they export today.
  const process = { versions: { node: '18.20.8' } }
  new Script(`(process, module, require) => {${library}}`).runInThisContext()(
    process,
    module,
    createRequire(import.meta.url),
  )
  expect(() => module.exports.loadBundle?.(undefined, root)).toThrow(
    'preconf: Node 18.20.8 is too old: install Node 20.19 or newer (https://nodejs.org)',
  )
})

test('the version is the one that the package asks for', () => {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(engines).toEqual({ node: '>=20.19' })
})

test('no syntax of later years keeps an old Node from reading it', () => {
  expect(command).not.toMatch(/^import |^export |\bawait\b|\?\.|\?\?|\*\*|\.\.\./m)
})
