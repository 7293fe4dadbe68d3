// Installs the packed package into an empty project and uses it there under several versions of Node, under Bun and
// under Deno: a program that sends over HTTP and in process, and a file of Vitest. `npm run matrix`. npm has the
// runtimes. Prints a table, with the reason for each runtime that cannot be had.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { columns, makeProject } from './matrix/projects.ts'
import { packPackage } from './packPackage.ts'

const root = join(import.meta.dirname, '..')

/** How a runtime is installed from npm, and how it runs a file. */
interface Runtime {
  readonly name: string
  /** The package to install, as npm names it. */
  readonly from: string
  /** Its program in `node_modules`, and the words before the file. */
  readonly program: string
  readonly args: readonly string[]
}

const nodes = ['20', '22', '24', '26'].map((version) => ({
  name: `Node ${version}`,
  from: `node-${version}@npm:node-${process.platform}-${process.arch}@${version}`,
  program: `node-${version}/bin/node`,
  args: [],
}))

const runtimes: readonly Runtime[] = [
  ...nodes,
  { name: 'Bun', from: 'bun', program: '.bin/bun', args: ['--bun', 'run'] },
  { name: 'Deno', from: 'deno', program: '.bin/deno', args: ['run', '--allow-all'] },
]

const files = {
  'transfer.mjs': `
import { createDevnet } from 'preconf'
const devnet = await createDevnet({ mining: 'manual' })
const [from, to] = devnet.accounts.map(({ address }) => address)
const { url, close } = await devnet.listen({ port: 0 })
const ask = async (method, ...params) => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return (await (await fetch(url, { method: 'POST', headers, body })).json()).result
}
const hash = await ask('eth_sendTransaction', { from, to, value: '0x1' })
await devnet.flashblock()
const { status } = await devnet.provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
const { number } = await devnet.seal()
await close()
await devnet.close()
console.log(status, Number(number), await devnet.chainId)
`,
  'transfer.test.mjs': `
import { test } from 'preconf/vitest'
test('a transfer is pre-confirmed, then sealed', async ({ chain, walletClient, expect }) => {
  const [, bob] = chain.accounts
  const hash = await walletClient.sendTransaction({ to: bob.address, value: 1n })
  await expect(hash).toBeSealed()
})
`,
} as const

const folder = mkdtempSync(join(tmpdir(), 'preconf-runtimes-'))
try {
  const { tarball } = packPackage(root, folder)
  const project = join(folder, 'project')
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const beside = ['viem', 'vitest'].map((name) => `${name}@${devDependencies[name]}`)
  makeProject(project, tarball, ...beside)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
  const rows = runtimes.map((runtime) => [runtime.name, ...judge(runtime, project)])
  console.log(columns([['runtime', 'version', 'a program', 'Vitest'], ...rows]))
  if (rows.some((row) => row.includes('FAILED'))) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

/** Returns its version and what came of each file; the reason where it cannot be had. */
function judge(runtime: Runtime, project: string): readonly string[] {
  const tools = join(folder, runtime.name.replace(' ', '-'))
  try {
    makeProject(tools, runtime.from)
  } catch (error) {
    return ['–', `missing: ${(error as Error).message}`, '–']
  }
  const program = join(tools, 'node_modules', runtime.program)
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (version.status !== 0) return ['–', 'missing: it does not start here', '–']
  const run = (label: string, args: readonly string[], expected: RegExp): string => {
    const env = { ...process.env, NO_COLOR: '1' }
    const { stdout, stderr } = spawnSync(program, [...runtime.args, ...args], {
      cwd: project,
      env,
      encoding: 'utf8',
      timeout: 120_000,
    })
    if (expected.test(stdout)) return 'yes'
    console.log(`${runtime.name}, ${label}:\n${stdout}${stderr}`)
    return 'FAILED'
  }
  return [
    /\d+\.\d+\.\d+/.exec(version.stdout)?.[0] ?? '?',
    run('a program', ['transfer.mjs'], /^0x1 1 31337\n$/),
    run('Vitest', ['node_modules/vitest/vitest.mjs', 'run'], /Tests\s+1 passed \(1\)/),
  ]
}
