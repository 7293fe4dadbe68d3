// From `vitest run` to the first assertion, of a project with one test that looks whether a transfer has arrived:
// with preconf/vitest, with `--anvil PATH` on prool and Anvil, and with a test that has no chain at all. They take
// turns, each in a process of its own, in a project into which the packed package is installed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { packPackage } from '../packPackage.ts'
import { newerNode } from './newerNode.ts'
import { percentile } from './percentile.ts'

const { values } = parseArgs({
  options: { anvil: { type: 'string' }, rounds: { type: 'string', default: '9' } },
})
const proolVersion = '0.2.16'
const root = join(import.meta.dirname, '../..')
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Says when it is called: the clock of all processes is the same. */
const mark = `
import { writeFileSync } from 'node:fs'
export const mark = () => writeFileSync(process.env.MARK, String(process.hrtime.bigint()))
`

const withoutChain = `
import { expect, test } from 'vitest'
import { mark } from '../mark.ts'

test('the sum is right', () => {
  expect(1 + 1).toBe(2)
  mark()
})
`

const withPreconf = `
import { test } from 'preconf/vitest'
import { parseEther } from 'viem'
import { expect } from 'vitest'
import { mark } from '../mark.ts'

test('a transfer arrives', async ({ walletClient, publicClient }) => {
  await walletClient.sendTransaction({ to: '${bob}', value: parseEther('1') })
  expect(await publicClient.getBalance({ address: '${bob}' })).toBe(parseEther('10001'))
  mark()
})
`

const withProol = `
import { createWalletClient, http, parseEther, publicActions } from 'viem'
import { foundry } from 'viem/chains'
import { expect, test } from 'vitest'
import { mark } from '../mark.ts'

const client = createWalletClient({
  account: '${alice}',
  chain: foundry,
  transport: http('http://127.0.0.1:18545/' + process.env.VITEST_POOL_ID),
  pollingInterval: 10,
}).extend(publicActions)

test('a transfer arrives', async () => {
  const hash = await client.sendTransaction({ to: '${bob}', value: parseEther('1') })
  await client.waitForTransactionReceipt({ hash })
  expect(await client.getBalance({ address: '${bob}' })).toBe(parseEther('10001'))
  mark()
})
`

const proolSetup = `
import { Instance, Server } from 'prool'

export default () =>
  Server.create({ instance: Instance.anvil({ binary: process.env.ANVIL }), port: 18545 }).start()
`

/** A project by the folder that it is in. */
interface Project {
  readonly name: string
  readonly folder: string
  readonly files: Readonly<Record<string, string>>
}

const projects: readonly Project[] = [
  { name: 'vitest alone', folder: 'alone', files: { 'one.test.ts': withoutChain } },
  { name: 'preconf/vitest', folder: 'preconf', files: { 'one.test.ts': withPreconf } },
  {
    name: 'prool and anvil',
    folder: 'prool',
    files: {
      'one.test.ts': withProol,
      'setup.ts': proolSetup,
      'vitest.config.ts': "export default { test: { globalSetup: './setup.ts' } }",
    },
  },
]
const measured = projects.filter(({ folder }) => folder !== 'prool' || values.anvil !== undefined)
/** prool asks for Node 22; the others are to be compared with it. */
const node = newerNode ?? process.execPath

const workspace = mkdtempSync(join(tmpdir(), 'preconf-vitest-start-'))
try {
  install()
  for (const project of measured) timeOf(project)
  const times = measured.map((project) => ({ project, ms: [] as number[] }))
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { project, ms } of times) ms.push(timeOf(project))
  }
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `vitest run to the first assertion, ${values.rounds} turns each; load average ${load}`,
  )
  const floor = percentile(times[0]?.ms ?? [], 0.5)
  for (const { project, ms } of times) {
    const median = percentile(ms, 0.5)
    const range = `${Math.min(...ms).toFixed(0)} to ${Math.max(...ms).toFixed(0)}`
    const above = `${(median - floor).toFixed(0).padStart(6)} ms above vitest alone`
    console.log(`${project.name.padEnd(16)} ${median.toFixed(0).padStart(6)} ms (${range})${above}`)
  }
} finally {
  rmSync(workspace, { recursive: true })
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), text)
}

function install(): void {
  const { tarball } = packPackage(root, workspace)
  const { vitest, viem } = devDependencies
  write('package.json', JSON.stringify({ private: true, type: 'module' }))
  write('mark.ts', mark)
  for (const { folder, files } of projects) {
    for (const [path, text] of Object.entries(files)) write(join(folder, path), text)
  }
  const packages = [tarball, `vitest@${vitest}`, `viem@${viem}`, `prool@${proolVersion}`]
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', ['install', ...flags, ...packages], {
    cwd: workspace,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('npm install failed')
}

function timeOf({ name, folder }: Project): number {
  const path = join(workspace, 'mark')
  const vitest = join(workspace, 'node_modules/vitest/vitest.mjs')
  const startedNs = process.hrtime.bigint()
  const { status, stdout, stderr } = spawnSync(node, [vitest, 'run'], {
    cwd: join(workspace, folder),
    env: { ...process.env, MARK: path, ANVIL: values.anvil },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${name}: ${stdout}${stderr}`)
  const markedNs = BigInt(readFileSync(path, 'utf8'))
  rmSync(path)
  return Number(markedNs - startedNs) / 1e6
}
