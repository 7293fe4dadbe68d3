import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { compileModule } from '../../../src/files/declared/compileModule.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-modules-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

test('types are taken out, and modules beside it are found as TypeScript finds them', async () => {
  write('names.ts', 'export enum Name { Alice = "alice", Bob = "bob" }\n')
  write('deep/index.mts', "export { default as amount } from '../amount.js'\n")
  write('amount.ts', 'const amount: bigint = 5n\nexport default amount\n')
  write('data.json', '{"list": [1, 2]}')
  write('old.cjs', 'module.exports = { old: true }\n')
  const path = write(
    'fixture.ts',
    `import { join } from 'node:path'
import { defineFixture, type FixtureDefinition } from 'preconf'
import { amount } from './deep'
import data from './data.json' with { type: 'json' }
import { Name } from './names'
import old from './old.cjs'
import type { Absent } from './absent.ts'

interface Extra extends FixtureDefinition { readonly absent?: Absent }
const later = await Promise.resolve(data.list.length satisfies number)
export default defineFixture({
  extends: join(import.meta.dirname, 'base.yaml'),
  accounts: { [Name.Bob]: { balance: amount } },
  mine: later!,
  labels: { url: import.meta.url, file: import.meta.filename },
  old,
} as Extra)
export const named = 1
`,
  )
  expect(await compileModule(path)).toMatchObject({
    default: {
      extends: join(folder, 'base.yaml'),
      accounts: { bob: { balance: 5n } },
      mine: 2,
      labels: { url: pathToFileURL(path).href, file: path },
      old: { old: true },
    },
    named: 1,
  })
})

test('modules may import each other', async () => {
  write(
    'one.ts',
    "import { two } from './two'\nexport const one = () => 1\nexport const sum = () => one() + two()\n",
  )
  write('two.ts', "import { one } from './one'\nexport const two = () => one() + 1\n")
  const path = write('both.ts', "import { sum } from './one'\nexport default sum()\n")
  expect(await compileModule(path)).toMatchObject({ default: 3 })
})

test('an error names the file in which it is', async () => {
  write('throws.ts', 'const never: number = 1\nthrow new Error(String(never))\n')
  const path = write('outer.ts', "import './throws'\nexport default {}\n")
  const error: Error = await compileModule(path).then(String, (thrown) => thrown)
  expect(error.message).toBe('1')
  expect(error.stack).toContain('throws.ts')
  await expect(compileModule(write('torn.ts', 'const a: = 1\n'))).rejects.toThrow('torn.ts')
  await expect(compileModule(write('lost.ts', "import './nowhere'\n"))).rejects.toThrow('nowhere')
})

test('what a module of CommonJS exports is its default', async () => {
  const path = write(
    'common.cjs',
    "module.exports = { file: require('node:path').basename(__filename) }\n",
  )
  expect(await compileModule(path)).toEqual({ default: { file: 'common.cjs' } })
})
