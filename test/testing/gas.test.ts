import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPackage, patient, root, type UserProject } from '../support/installedPackage.ts'
import { hardhat2Files, solcBuild, solcContract } from '../support/solcBuild.ts'

const build = solcBuild({
  'contracts/Counter.sol': `pragma solidity ^0.8.0;
contract Counter {
  uint public number;
  function add(uint by) external { number += by; }
}
`,
})
const { evm } = solcContract(build, 'Counter')
const add = `0x${evm.methodIdentifiers['add(uint256)']}${'07'.padStart(64, '0')}`

/** A test that deploys a counter and adds to it; its chain is never closed. */
const body = `test('adds', async () => {
  const { provider, accounts } = await createDevnet({ mining: 'auto' })
  const from = accounts[0].address
  const send = async (request) => {
    const params = [{ from, gas: '0x7a120', ...request }]
    const hash = await provider.request({ method: 'eth_sendTransaction', params })
    return provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  }
  const { contractAddress: to } = await send({ data: '0x${evm.bytecode.object}' })
  const { status } = await send({ to, data: '${add}' })
  expect(status).toBe('0x1')
})
`

let project: UserProject

beforeAll(async () => {
  project = await installPackage()
  const imports = "import { createDevnet } from 'preconf'\n"
  const vitest = `${imports}import { expect, test } from 'vitest'\n${body}`
  const jest = `const { createDevnet } = require('preconf')\n${body}`
  const files = Object.entries(hardhat2Files(build)).map(([name, content]) => [
    name,
    typeof content === 'string' ? content : JSON.stringify(content),
  ])
  project.write({
    ...Object.fromEntries(files),
    'one.test.mjs': vitest,
    'two.test.mjs': vitest,
    'one.spec.cjs': jest,
    'two.spec.cjs': jest,
    'jest.config.json': JSON.stringify({ testMatch: ['**/*.spec.cjs'] }),
  })
})

afterAll(() => project[Symbol.dispose]())

/** One deployment and one addition in each of two files. */
const table =
  /\| contracts\/Counter\.sol:Counter +\| .* # Calls \|\n.*\n\| deployment \(.*\) +\|.* 2 \|\n\| add +\|( +\d+ \|){4} +2 \|\n/

test.each(['forks', 'threads'])(
  'Vitest prints at its end what transactions cost in all its workers: %s',
  async (pool) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const reporters = ['--reporter=default', '--reporter=preconf/gas']
    const how = ['run', 'test.mjs', patient, `--pool=${pool}`, '--maxWorkers=2', ...reporters]
    expect(await project.run('node', vitest, ...how)).toMatch(table)
  },
)

test('Jest prints it too', async () => {
  const jest = join(root, 'node_modules/jest/bin/jest.js')
  const how = [
    '--ci=false',
    patient,
    '--workers=2',
    '--reporters=default',
    '--reporters=preconf/gas',
  ]
  expect(await project.run('node', jest, ...how)).toMatch(table)
})
