// Releases a version: `npm run release -- VERSION [--date YYYY-MM-DD] [--publish]`, where VERSION is as 0.2.0, or
// major, minor or patch. Sets the version, dates the changelog, builds, packs, checks the tarball under several
// versions of Node, writes the SBOM and publishes with provenance, which npm has from a CI job only. Without
// --publish it does all but publish, commit and tag, and leaves everything as it was.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packPackage } from './packPackage.ts'
import { releasedChangelog } from './release/changelog.ts'
import { checkTarball } from './release/checkTarball.ts'
import { nextVersion, withVersion } from './release/version.ts'

const root = join(import.meta.dirname, '..')
const changed = ['package.json', 'package-lock.json', 'CHANGELOG.md'] as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { date: { type: 'string' }, publish: { type: 'boolean', default: false } },
})
const [wanted, ...surplus] = positionals
if (wanted === undefined || surplus.length > 0) {
  throw new Error('which version? npm run release -- VERSION [--date YYYY-MM-DD] [--publish]')
}
const version = nextVersion(JSON.parse(read('package.json')).version, wanted)
const date = values.date ?? output('git', 'log', '-1', '--format=%cs')
if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`--date ${date}: give it as 2026-11-22`)
requireCleanMain()

const folder = mkdtempSync(join(tmpdir(), 'preconf-release-'))
const undo = keep()
try {
  step(`version ${version} of ${date}`)
  write('package.json', withVersion(read('package.json'), version))
  write('package-lock.json', withVersion(read('package-lock.json'), version))
  write('CHANGELOG.md', releasedChangelog(read('CHANGELOG.md'), version, date))
  step('build')
  run('npm', 'run', '--silent', 'build')
  run('npm', 'run', '--silent', 'check:types')
  run('npm', 'run', '--silent', 'check:package')
  step('pack, install and use it')
  const { tarball } = packPackage(root, folder)
  checkTarball(tarball, version, folder)
  step('SBOM')
  const sbom = join(folder, `preconf-${version}.cdx.json`)
  writeFileSync(sbom, output('npm', 'sbom', '--sbom-format=cyclonedx', '--sbom-type=library'))
  console.log(`${JSON.parse(readFileSync(sbom, 'utf8')).components.length} components`)
  step('publish')
  const publication = [
    'publish',
    tarball,
    '--provenance',
    '--access',
    'public',
    '--loglevel=notice',
  ]
  run('npm', ...publication, ...(values.publish ? [] : ['--dry-run']))
  if (values.publish) {
    run('git', 'commit', '--message', `Release ${version}`, ...changed)
    run('git', 'tag', '--annotate', '--message', `Release ${version}`, `v${version}`)
    console.log(`\npublished; push the tag v${version}, and attach ${sbom} to the release`)
  }
} catch (error) {
  undo()
  throw error
}
if (!values.publish) {
  undo()
  console.log(`\ndry run: ${version} can be released, and everything is as it was`)
}

/** Refuses what is not as it was committed to main; a dry run only says so. */
function requireCleanMain(): void {
  const branch = output('git', 'rev-parse', '--abbrev-ref', 'HEAD')
  const problems = [
    ...(branch === 'main' ? [] : [`the branch is ${branch}, not main`]),
    ...(output('git', 'status', '--porcelain') === '' ? [] : ['there are uncommitted changes']),
  ]
  if (values.publish && problems.length > 0) throw new Error(problems.join(', '))
  for (const problem of problems) console.log(`--publish would be refused: ${problem}`)
}

/** Remembers what a release changes; the function that is returned brings it back. */
function keep(): () => void {
  const texts = changed.map((path) => [path, read(path)] as const)
  const [built, kept] = [join(root, 'dist'), join(folder, 'dist')]
  if (existsSync(built)) cpSync(built, kept, { recursive: true })
  return () => {
    for (const [path, text] of texts) write(path, text)
    rmSync(built, { recursive: true, force: true })
    if (existsSync(kept)) cpSync(kept, built, { recursive: true })
    rmSync(folder, { recursive: true })
  }
}

function step(name: string): void {
  console.log(`\n── ${name}`)
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text)
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: root, stdio: 'inherit' })
}

function output(program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()
}
