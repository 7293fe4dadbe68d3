import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPackage, patient, root, type UserProject } from '../support/installedPackage.ts'
import { linkPackages } from '../support/linkPackages.ts'
import { times } from '../support/runs.ts'
import { foundryFiles, hardhat2Files, solcBuild, solcContract } from '../support/solcBuild.ts'

const source = `pragma solidity ^0.8.0;
contract Vault {
  uint public total;
  function put(uint amount) external {
    total += amount;
  }
  function take(uint amount) external {
    require(amount <= total, "not enough");
    total -= amount;
  }
}
`
const build = solcBuild({ 'contracts/Vault.sol': source })
const { evm } = solcContract(build, 'Vault')
const argument = '05'.padStart(64, '0')
const put = `0x${evm.methodIdentifiers['put(uint256)']}${argument}`
const take = `0x${evm.methodIdentifiers['take(uint256)']}${'06'.padStart(64, '0')}`

/** What tools leave by themselves. Foundry's artifacts have no syntax trees unless it is asked. */
const projects: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  hardhat: hardhat2Files(build),
  foundry: foundryFiles(build, { ast: false }),
  solc: { 'build/solc.json': build.output, 'contracts/Vault.sol': source },
}

const body = `test('takes what is there', async () => {
  const { provider, accounts } = await createDevnet({ mining: 'auto' })
  const from = accounts[0].address
  const send = async (request) => {
    const hash = await provider.request({ method: 'eth_sendTransaction', params: [{ from, ...request }] })
    return provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  }
  const { contractAddress: to } = await send({ data: '0x${evm.bytecode.object}' })
  await send({ to, data: '${put}' })
  await provider.request({ method: 'eth_call', params: [{ from, to, data: '${take}' }] })
})
`

/** Starts the command, fails in a call over HTTP, and prints viem's error and what the command printed. */
const overHttp = `import { spawn } from 'node:child_process'
import { createPublicClient, createWalletClient, http } from 'viem'
const command = spawn(process.execPath, ['../node_modules/preconf/dist/cli.cjs', '--port', '0', '--mining', 'auto'])
let printed = ''
const url = await new Promise((found) => command.stdout.on('data', (text) => {
  printed += text
  const match = /http:\\/\\/[0-9.:]+/.exec(printed)
  if (match) found(match[0])
}))
const wallet = createWalletClient({ transport: http(url) })
const client = createPublicClient({ transport: http(url), pollingInterval: 20 })
const [account] = await wallet.getAddresses()
const hash = await wallet.sendTransaction({ account, chain: null, data: '0x${evm.bytecode.object}' })
const { contractAddress: to } = await client.waitForTransactionReceipt({ hash })
await client.call({ account, to, data: '${take}' }).catch((error) => {
  console.log('viem:', error.walk((cause) => cause.solidityStack !== undefined)?.solidityStack)
})
while (!printed.includes('Vault.take')) await new Promise((told) => command.stdout.once('data', told))
console.log(printed)
command.kill()
process.exit()
`

let installed: UserProject

beforeAll(async () => {
  installed = await installPackage()
  linkPackages(installed, 'viem')
  const vitest = `import { createDevnet } from 'preconf'\nimport { test } from 'vitest'\n${body}`
  const jest = `const { createDevnet } = require('preconf')\n${body}`
  for (const [name, files] of Object.entries(projects)) {
    const own = Object.entries(files).map(([path, content]) => [
      `${name}/${path}`,
      typeof content === 'string' ? content : JSON.stringify(content),
    ])
    installed.write({
      ...Object.fromEntries(own),
      [`${name}/package.json`]: '{}',
      [`${name}/vault.test.mjs`]: vitest,
      [`${name}/vault.spec.cjs`]: jest,
      [`${name}/http.mjs`]: overHttp,
      [`${name}/jest.config.json`]: JSON.stringify({ testMatch: ['**/*.spec.cjs'] }),
    })
  }
})

afterAll(() => installed[Symbol.dispose]())

const table = /\| contracts\/Vault\.sol:Vault +\| .* # Calls \|\n.*\n\| deployment .*\n\| put +\|/

/** What a runner prints of the failing test. */
async function failure(project: string, runner: string, ...args: string[]): Promise<string> {
  const path = join(root, 'node_modules', runner)
  const printed = installed.runIn(project, 'node', path, ...args).then(
    () => 'it passed',
    (error: Error) => error.message,
  )
  return stripVTControlCharacters(await printed)
}

/** Tools that show the failed line, a gas table or coverage of a project without configuration. */
const tools: Readonly<Record<string, (project: string) => Promise<void>>> = {
  async vitest(project) {
    const reporters = [patient, '--reporter=default', '--reporter=preconf/gas']
    const printed = await failure(project, 'vitest/vitest.mjs', 'run', 'test.mjs', ...reporters)
    expect(printed).toContain('SolidityError: execution reverted: not enough')
    expect(printed).toMatch(/Vault\.take contracts\/Vault\.sol:8:\d/)
    expect(printed).toMatch(table)
  },
  async jest(project) {
    const reporters = [patient, '--reporters=default', '--reporters=preconf/gas']
    const printed = await failure(project, 'jest/bin/jest.js', '--ci=false', ...reporters)
    expect(printed).toMatch(/at Vault\.take \(contracts\/Vault\.sol:8:\d/)
    expect(printed).toMatch(table)
  },
  async http(project) {
    const printed = await installed.runIn(project, 'node', 'http.mjs')
    expect(printed).toContain('viem: Vault.take (contracts/Vault.sol:8)\n')
    expect(printed).toContain(
      'execution reverted: not enough\n    at Vault.take (contracts/Vault.sol:8)\n',
    )
  },
  async coverage(project) {
    const cli = join(installed.folder, 'node_modules/preconf/dist/cli.cjs')
    const covering = `process.env.PRECONF_COVERAGE = 'true'\nglobalThis.test = (_name, run) => run().catch(() => {})\nrequire('./vault.spec.cjs')\n`
    installed.write({ [`${project}/cover.cjs`]: covering })
    await installed.runIn(project, 'node', 'cover.cjs')
    const received = await installed.runIn(project, 'node', cli, 'coverage')
    expect(received).toMatch(/^contracts\/Vault\.sol +66\.67 \(2\/3\) +100\.00 \(2\/2\) /m)
    const lcov = readFileSync(join(installed.folder, project, 'coverage/lcov.info'), 'utf8')
    expect(lcov).toContain('DA:5,1\nDA:8,1\nDA:9,0\n')
  },
}

/** Each project and each tool; the nightly run has all pairs. */
const pairs = [
  ['vitest', 'hardhat'],
  ['jest', 'foundry'],
  ['http', 'solc'],
  ['coverage', 'foundry'],
  ['vitest', 'foundry'],
  ['vitest', 'solc'],
  ['jest', 'hardhat'],
  ['jest', 'solc'],
  ['http', 'hardhat'],
  ['http', 'foundry'],
  ['coverage', 'hardhat'],
  ['coverage', 'solc'],
].slice(0, times(4, 12))

test.each(pairs)(
  'without configuration %s shows lines, gas or coverage of a project of %s',
  (tool, project) => tools[tool]?.(project),
)
