import { readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { glob } from '../conformance/glob.ts'

/** What tests are made of stands beside them in ethereum/tests, and an index in execution-spec-tests. */
const noTests = [/Filler\.json$/, /(?:^|\/)\.meta\//, /(?:^|\/)src\//, /(?:^|\/)node_modules\//]

/** The files with tests at a path, in a folder those whose names in it are chosen. */
export function testFiles(path: string, only = '**'): readonly string[] {
  if (statSync(path).isFile()) return [path]
  const isChosen = glob(only)
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => name.endsWith('.json') && !noTests.some((kind) => kind.test(name)))
    .filter(isChosen)
    .sort()
    .map((name) => join(path, name))
}
