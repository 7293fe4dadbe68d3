// Compares lines and functions of coverage with those of solidity-coverage on the same calls:
// `npx tsx scripts/compareCoverage.ts FOLDER`, a folder with Hardhat 2 and solidity-coverage in its
// node_modules. It prints what differs, and fails when something does.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { solcBuild } from '../test/support/solcBuild.ts'
import { coverageSources } from './coverage/coverageRun.ts'
import { coveredSources, hitsIn } from './coverage/coveredSources.ts'
import { rawSteps } from './coverage/runSteps.ts'

const [references] = process.argv.slice(2)
if (references === undefined) throw new Error('which folder has Hardhat 2 in node_modules?')
const build = solcBuild(coverageSources, { evmVersion: 'cancun' })
const theirs = hitsIn(solidityCoverage(resolve(references)))
const ours = hitsIn(await coveredSources(build))
const names = [...new Set([...theirs.keys(), ...ours.keys()])].filter(isLookedAt).sort()
const differing = names.filter((name) => theirs.get(name) !== ours.get(name))
for (const name of differing) {
  console.log(`${name}: solidity-coverage ${inWords(theirs, name)}, preconf ${inWords(ours, name)}`)
}
console.log(
  `lines and functions: ${names.length - differing.length} equal, ${differing.length} differ`,
)
process.exit(differing.length === 0 ? 0 : 1)

/** solidity-coverage never looks into the body of do-while. */
function isLookedAt(name: string): boolean {
  return name !== 'Till.sol line 77'
}

function inWords(hits: ReadonlyMap<string, boolean>, name: string): string {
  const isRun = hits.get(name)
  return isRun === undefined ? 'has it not' : isRun ? 'was run' : 'was not run'
}

/** What it writes as lcov.info. */
function solidityCoverage(at: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'preconf-hardhat-'))
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const require = createRequire(import.meta.url)
  const { version } = require('solc/package.json') as { readonly version: string }
  write(
    'hardhat.config.js',
    `const { subtask } = require('hardhat/config')
const names = require('hardhat/builtin-tasks/task-names')
require('solidity-coverage')
// Hardhat would download it.
subtask(names.TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async () => ({
  version: '${version}',
  longVersion: '${version}',
  compilerPath: ${JSON.stringify(require.resolve('solc/soljson.js'))},
  isSolcJs: true,
}))
module.exports = {
  solidity: { version: '${version}', settings: { evmVersion: 'cancun' } },
  networks: { hardhat: { hardfork: 'cancun' } },
}
`,
  )
  const tsx = JSON.stringify(require.resolve('tsx/cjs/api'))
  const runner = JSON.stringify(join(import.meta.dirname, 'coverage/runSteps.ts'))
  write('package.json', '{}')
  write(
    'test/run.js',
    `const steps = require('../steps.json')
const { artifacts, network } = require('hardhat')
it('runs the steps', async () => {
  const { runSteps } = await require(${tsx}).require(${runner}, __filename)
  const names = [...new Set(steps.map(({ contract }) => contract))]
  const codes = await Promise.all(names.map(async (name) => (await artifacts.readArtifact(name)).bytecode))
  await runSteps(network.provider, steps, (contract) => codes[names.indexOf(contract)])
})
`,
  )
  try {
    symlinkSync(join(at, 'node_modules'), join(folder, 'node_modules'))
    for (const [name, text] of Object.entries(coverageSources)) write(name, text)
    write('steps.json', JSON.stringify(rawSteps(build)))
    execFileSync(join(at, 'node_modules/.bin/hardhat'), ['coverage'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return readFileSync(join(folder, 'coverage/lcov.info'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
