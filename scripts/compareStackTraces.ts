// Compares Solidity stack traces with those of Hardhat, in process, on contracts of our own:
// `npx tsx scripts/compareStackTraces.ts FOLDER`, a folder in which Hardhat 2 or 3 is installed. It
// prints what differs and which types of entries were met, and fails when something differs.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createDevnet } from '../src/index.ts'
import { install } from './stackTraces/compilers.ts'
import { ownBuild, versionOf } from './stackTraces/ownBuilds.ts'
import { ownCases } from './stackTraces/ownCases.ts'
import { type Failure, failureOn, type OwnBuilds } from './stackTraces/ownRun.ts'
import type { OwnBuild } from './stackTraces/ownSources.ts'

interface Chain {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('which folder has Hardhat in node_modules?')
const root = join(resolve(folder), 'node_modules')
const { version } = JSON.parse(readFileSync(join(root, 'hardhat/package.json'), 'utf8'))
const isHardhat2 = String(version).startsWith('2.')
install([versionOf('old')])
const names: readonly OwnBuild[] = ['plain', 'unknown', 'optimized', 'viaIr', 'old']
const builds: OwnBuilds = Object.fromEntries(names.map((name) => [name, ownBuild(name)]))
await using devnet = await createDevnet({ compat: 'hardhat', mining: 'auto', artifacts: false })
const theirs = await (isHardhat2 ? hardhat2() : hardhat3())
for (const name of names) {
  const { input, output } = builds[name] ?? {}
  if (name === 'unknown') continue
  const solcVersion = versionOf(name)
  await devnet.provider.request({
    method: 'preconf_addArtifacts',
    params: [{ solcVersion, input, output }],
  })
  await theirs.request({
    method: 'hardhat_addCompilationResult',
    params: [solcVersion, input, output],
  })
}

const kinds = new Set<string>()
const contracts = new Set<string>()
let differences = 0
let known = 0
for (const own of ownCases) {
  const [expected, actual] = [
    await failureOn(theirs, builds, own),
    await failureOn(devnet.provider, builds, own),
  ]
  contracts.add(own.contract)
  for (const entry of actual?.entries ?? []) kinds.add(entry.split(' ')[0] as string)
  if (isEqual(expected, actual)) continue
  if (own.unlike?.hardhat === (isHardhat2 ? '2' : '3') || own.unlike?.hardhat === 'both') {
    console.log(`${own.contract}.${own.function ?? ''}: ${own.unlike.reason}`)
    known++
    continue
  }
  differences++
  console.log(`differs: ${JSON.stringify(own)}`, { Hardhat: expected, preconf: actual })
}
console.log(`types of entries met: ${[...kinds].sort().join(', ')}`)
console.log(
  `Hardhat ${version}: ${ownCases.length - differences - known} of ${ownCases.length} cases equal, ${known} unlike for a known reason, of ${contracts.size} contracts and ${kinds.size} types of entries`,
)
process.exit(differences === 0 ? 0 : 1)

function isEqual(expected: Failure | undefined, actual: Failure | undefined): boolean {
  if (expected === undefined || actual === undefined) return false
  // Only we know lines of a transaction that runs out of gas itself.
  const isMore = expected.entries.length === 0
  return (
    expected.message === actual.message &&
    (isMore || String(expected.entries) === String(actual.entries)) &&
    (isMore || isHardhat2 || String(expected.lines) === String(actual.lines))
  )
}

async function hardhat3(): Promise<Chain> {
  const path = createRequire(join(root, 'x.js')).resolve('hardhat/hre')
  const { createHardhatRuntimeEnvironment } = await import(pathToFileURL(path).href)
  const hre = await createHardhatRuntimeEnvironment({}, {}, resolve(folder as string))
  const { provider } = await hre.network.connect()
  return {
    request: ({ method, params }) =>
      method === 'hardhat_addCompilationResult'
        ? provider.addCompilationResult(...(params ?? []))
        : provider.request({ method, params }),
  }
}

/** It wants a project around the working directory. */
async function hardhat2(): Promise<Chain> {
  const project = mkdtempSync(join(tmpdir(), 'preconf-hardhat-'))
  process.on('exit', () => rmSync(project, { recursive: true, force: true }))
  symlinkSync(root, join(project, 'node_modules'))
  writeFileSync(join(project, 'package.json'), '{}')
  writeFileSync(join(project, 'hardhat.config.js'), "module.exports = { solidity: '0.8.28' }")
  process.chdir(project)
  process.env.HARDHAT_CONFIG = join(project, 'hardhat.config.js')
  return createRequire(join(project, 'x.js'))('hardhat').network.provider
}
