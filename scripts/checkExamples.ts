// Checks that whatever users import and each option has a docstring, that options have a `@default` and functions an
// `@example`, and that all examples compile, as well as the TypeScript in documents that is not generated from a test.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeBlocks } from './docs/codeBlocks.ts'
import { entryPoints, entryTypes } from './examples/entryPoints.ts'
import { publicNames } from './examples/publicNames.ts'

const root = join(import.meta.dirname, '..')

/** What every example may use without saying where it comes from. */
const prelude = `
import type { Abi, Hex, PreconfDevnet } from 'preconf'

declare global {
  const createDevnet: typeof import('preconf').createDevnet
  const devnet: PreconfDevnet
  const [alice, bob]: readonly [Hex, Hex]
  const hash: Hex
  const token: { readonly address: Hex; readonly abi: Abi }
}
`

const documents = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'))
const blocks = documents
  .flatMap((file) => codeBlocks(file, readFileSync(join(root, 'docs', file), 'utf8')))
  .filter(({ language, judge }) => language === 'ts' && judge === undefined)
const entries = entryPoints(root)
const { functions, undocumented } = publicNames(root, entries)
const without = functions.filter(({ examples }) => examples.length === 0)
for (const { name } of without) console.error(`${name} has no @example in its docstring`)
for (const name of undocumented) console.error(`${name} is not in a docstring`)
const areRight = compileExamples()
if (without.length > 0 || undocumented.length > 0 || !areRight) process.exitCode = 1
else {
  console.log(
    `${functions.length} functions, each with an example that compiles, and ${blocks.length} blocks of documents`,
  )
}

/** Whether the compiler finds nothing in them; it prints what it finds. */
function compileExamples(): boolean {
  const caches = join(root, 'node_modules/.cache')
  mkdirSync(caches, { recursive: true })
  const folder = mkdtempSync(join(caches, 'examples-'))
  try {
    const settings = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noUnusedLocals: false,
        paths: Object.fromEntries([...entryTypes(root)].map(([entry, types]) => [entry, [types]])),
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: ['*.ts'],
      exclude: [],
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    writeFileSync(join(folder, 'prelude.ts'), prelude)
    for (const { document, line, text } of blocks) {
      writeFileSync(
        join(folder, `${document.replace('.md', '')}-${line}.ts`),
        `${text}\nexport {}\n`,
      )
    }
    for (const { name, examples } of functions) {
      for (const [index, example] of examples.entries()) {
        const file = `${name.replace(/\W+/g, '-')}-${index + 1}.ts`
        writeFileSync(join(folder, file), `${example}\nexport {}\n`)
      }
    }
    const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')
    const { status } = spawnSync(process.execPath, [tsc, '-p', '.', '--singleThreaded'], {
      cwd: folder,
      stdio: 'inherit',
    })
    return status === 0
  } finally {
    rmSync(folder, { recursive: true })
  }
}
