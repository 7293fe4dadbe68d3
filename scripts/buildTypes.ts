// Builds the declarations of the public API. CommonJS modules can import those of CommonJS only, and ES modules can
// import both: so most are there once, for `require`. Those that come to packages of users are there for both kinds of
// modules, because these packages may have other types for each.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Clients of which a project may have one or none, whatever else it has. */
const clients = new Set(['viem', 'ethers'])

interface Options {
  /** Of `compileDeclarations`. */
  readonly folder: string
  /** Sources that users import, as paths in `src` without an ending. */
  readonly entries: readonly string[]
  /** Packages of users. */
  readonly users: ReadonlySet<string>
  /** Whether the source of that path in `src` is for test runners and clients. */
  readonly isForUsers: (path: string) => boolean
}

/** Declarations by their path, such as `index.d.ts`. */
type Declarations = ReadonlyMap<string, string>

/** Returns the folder with the declarations of the sources. Their types are checked by check:types. */
export function compileDeclarations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-types-'))
  const tsc = [
    'node_modules/@typescript/native/bin/tsc',
    '-p',
    'tsconfig.build.json',
    '--noCheck',
    '--outDir',
    folder,
  ]
  const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' })
  if (status !== 0) {
    rmSync(folder, { recursive: true })
    process.exit(1)
  }
  return folder
}

/** Writes the declarations that the entries lead to into `dist/types`, and removes the folder. */
export function writeTypes({ folder, entries, users, isForUsers }: Options): void {
  const entryFiles = entries.map((entry) => `${entry}.d.ts`)
  const texts = reachedFrom(entryFiles, join(folder, 'src'))
  rmSync(folder, { recursive: true })
  const twice = neededTwice(texts, entryFiles, users)
  for (const [file, text] of texts) {
    const emitted = withoutUsers(text, isForUsers(file) ? clients : users)
    const isTwice = twice.has(file)
    if (isTwice) write(file, forImport(emitted, file, twice))
    else if (entryFiles.includes(file)) write(file, `export * from './${cjsName(file)}'\n`)
    if (!isOfBoth(file)) write(file.replace(/\.d\.ts$/, '.d.cts'), forRequire(emitted))
  }
}

function reachedFrom(entryFiles: readonly string[], source: string): Declarations {
  const texts = new Map<string, string>()
  const queue = [...entryFiles]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (texts.has(file)) continue
    const text = readFileSync(join(source, file), 'utf8')
    texts.set(file, text)
    queue.push(...importsOf(file, text))
  }
  return texts
}

/** The paths of the declarations that a file imports. */
function importsOf(file: string, text: string): readonly string[] {
  const found = text.matchAll(/(?:from |import\(|import )['"](\.[^'"]*)\.ts['"]/g)
  return [...found].map(([, path]) => join(dirname(file), `${path}.d.ts`))
}

/** The packages that a file imports; examples in comments are not meant. */
function packagesOf(text: string): readonly string[] {
  const named = /^(?! *\*).*(?: from |import\()['"]([^.'"][^'"]*)['"]/gm
  return [...text.matchAll(named)].map(([, name = '']) => packageOf(name))
}

/**
 * The files that have to be there for both kinds of modules: those that come to packages of users or to globals, and
 * entries with a default export, which is another one when an ES module imports it from CommonJS.
 */
function neededTwice(
  texts: Declarations,
  entryFiles: readonly string[],
  users: ReadonlySet<string>,
): ReadonlySet<string> {
  const twice = new Set<string>()
  for (const [file, text] of texts) {
    const packages = packagesOf(text)
    const stranger = packages.find((name) => !users.has(name))
    if (stranger !== undefined) {
      throw new Error(`the public types must stand alone, but ${file} imports ${stranger}`)
    }
    const addsToOthers = /^declare module /m.test(text) || isOfBoth(file)
    const hasDefault = entryFiles.includes(file) && /^export default /m.test(text)
    if (packages.length > 0 || addsToOthers || hasDefault) twice.add(file)
  }
  for (const found of twice) {
    for (const [file, text] of texts) {
      if (!twice.has(file) && importsOf(file, text).includes(found)) twice.add(file)
    }
  }
  return twice
}

/** Whether the declarations are of globals, so that CommonJS must have them from the same file. */
function isOfBoth(file: string): boolean {
  return file === 'testing/jest/globalChain.d.ts'
}

function forImport(declarations: string, file: string, twice: ReadonlySet<string>): string {
  return declarations.replaceAll(/(['"])(\.[^'"]*)\.ts(['"])/g, (_, open, path, close) => {
    const isTwice = twice.has(join(dirname(file), `${path}.d.ts`))
    return `${open}${path}${isTwice ? '.js' : '.cjs'}${close}`
  })
}

/** The same for CommonJS. */
function forRequire(declarations: string): string {
  const references: string[] = []
  const rest = declarations.replaceAll(/^import '(\.[^']*)\.ts';?\n/gm, (_, path) => {
    references.push(`/// <reference path="${path}.d.ts" />\n`)
    return ''
  })
  return references.join('') + rest.replaceAll(/(['"]\.[^'"]*)\.ts(['"])/g, '$1.cjs$2')
}

/**
 * The same where packages that it imports are not installed: their types are `any` there. Examples in comments
 * stay.
 */
function withoutUsers(declarations: string, packages: ReadonlySet<string>): string {
  return declarations.replaceAll(/^(?! *\*).* from '([^.'][^']*)';?$/gm, (line, name) =>
    packages.has(packageOf(name)) ? `// @ts-ignore\n${line}` : line,
  )
}

/** Of what is imported the package. */
export function packageOf(path: string): string {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/')
}

function cjsName(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.d\.ts$/, '.cjs')
}

function write(file: string, text: string): void {
  const path = join('dist/types', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
