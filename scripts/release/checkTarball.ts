import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** The versions of Node that a release is checked under; npm has them as packages. */
const nodes = ['20.20.2', '22.23.3', '24.21.0'] as const

/** What the README begins with, without a client library: a transfer that is pre-confirmed, then sealed. */
const quickStart = `
async function quickStart(createDevnet) {
  const devnet = await createDevnet({ mining: 'manual' })
  const [alice, bob] = devnet.accounts.map(({ address }) => address)
  const request = (method, ...params) => devnet.provider.request({ method, params })
  const hash = await request('eth_sendTransaction', { from: alice, to: bob, value: '0x1' })
  await devnet.flashblock()
  const { status } = await request('eth_getTransactionReceipt', hash)
  const { number } = await devnet.seal()
  await devnet.close()
  console.log(process.versions.node, status, Number(number))
}`

const programs = {
  'quickStart.mjs': `import { createDevnet } from 'preconf'\n${quickStart}\nawait quickStart(createDevnet)\n`,
  'quickStart.cjs': `const { createDevnet } = require('preconf')\n${quickStart}\nquickStart(createDevnet)\n`,
}

/**
 * Installs a tarball into an empty project in `folder` and uses it there under each Node: imported,
 * required, and as a command. Throws when it does anything else than it should.
 */
export function checkTarball(tarball: string, version: string, folder: string): void {
  const project = join(folder, 'project')
  mkdirSync(project)
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(project, name), text)
  writeFileSync(join(project, 'package.json'), '{ "private": true }')
  install(project, '--offline', tarball)

  const platform = `${process.platform}-${process.arch}`
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'package.json'), '{ "private": true }')
  install(tools, ...nodes.map((node) => `node-${node}@npm:node-${platform}@${node}`))

  for (const node of nodes) {
    const program = join(tools, 'node_modules', `node-${node}`, 'bin/node')
    for (const name of Object.keys(programs)) {
      expectOutput(project, program, [name], `${node} 0x1 1`)
    }
    // npx itself runs under the Node that comes first in the path.
    expectOutput(project, 'npx', ['--no-install', 'preconf', '--version'], version, program)
    console.log(`Node ${node}: imported, required and run by npx`)
  }
}

function expectOutput(
  folder: string,
  command: string,
  args: readonly string[],
  expected: string,
  node = command,
): void {
  const path = `${dirname(node)}${delimiter}${process.env.PATH}`
  const env = { ...process.env, PATH: path }
  const output = execFileSync(command, args, { cwd: folder, env, encoding: 'utf8' }).trim()
  if (output === expected) return
  throw new Error(`${command} ${args.join(' ')} printed "${output}" instead of "${expected}"`)
}

function install(folder: string, ...what: string[]): void {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...quiet, ...what], { cwd: folder, stdio: ['ignore', 2, 2] })
}
