import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coverageFlags } from '../../../src/cli/flags.ts'
import { spawnCommand, startCommand } from '../../support/command.ts'
import { projectFolder } from '../../support/projectFolder.ts'
import { rpc } from '../../support/rpc.ts'
import { hardhat2Files, solcBuild, solcContract } from '../../support/solcBuild.ts'

const source = `pragma solidity ^0.8.0;
contract Counter {
  uint public number;
  function add(uint by) external {
    if (by > 10) {
      number += 10;
    } else {
      number += by;
    }
  }
  function never() external {
    number = 0;
  }
}
`
const build = solcBuild({
  '../contracts/Counter.sol': source,
  'test/Mock.sol': 'contract Mock { function f() public {} }',
})
const { abi, evm } = solcContract(build, 'Counter')
let project: Awaited<ReturnType<typeof projectFolder>>
const path = (name: string) => join(project.path, name)

beforeAll(async () => {
  project = await projectFolder(hardhat2Files(build))
  await Promise.all([count(5n), count(50n)])
})

afterAll(() => project[Symbol.asyncDispose]())

/** A process that deploys a counter, asks it to add and is killed: it never closes its chain. */
async function count(by: bigint): Promise<void> {
  const flags = ['--coverage', path('left'), '--artifacts', 'off', '--mining', 'auto']
  await using command = await startCommand(flags)
  const { url } = command
  const [from] = (await rpc(url, 'eth_accounts')) as readonly Hex[]
  const deployment = { from, data: `0x${evm.bytecode.object}`, gas: '0x7a120' }
  const hash = await rpc(url, 'eth_sendTransaction', [deployment])
  const receipt = await rpc(url, 'eth_getTransactionReceipt', [hash])
  const { contractAddress: to } = receipt as { readonly contractAddress: Hex }
  const data = encodeFunctionData({ abi, functionName: 'add', args: [by] })
  await rpc(url, 'eth_call', [{ from, to, data }])
  command.process.kill('SIGKILL')
  await command.ended
}

async function coverage(...words: readonly string[]) {
  const where = ['--from', path('left'), '--artifacts', path('artifacts'), '--output', path('out')]
  await using command = spawnCommand(['coverage', ...where, ...words])
  return await command.ended
}

test('what killed processes have run is merged into a table, lcov, pages and a summary', async () => {
  const { code, stdout, stderr } = await coverage('--skip', 'test/')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const row = / 75\.00 \(3\/4\) +50\.00 \(1\/2\) +75\.00 \(3\/4\) +100\.00 \(2\/2\)$/
  const [, file, all, ...wrote] = stdout.trimEnd().split('\n')
  expect(file).toMatch(row)
  expect(all).toMatch(row)
  expect(wrote).toEqual(
    ['lcov.info', 'index.html', 'coverage-summary.json'].map(
      (name) => `wrote ${path(join('out', name))}`,
    ),
  )
  expect(readFileSync(path('out/lcov.info'), 'utf8')).toContain('DA:6,1\nDA:8,1\nDA:12,0\n')
  const { total } = JSON.parse(readFileSync(path('out/coverage-summary.json'), 'utf8'))
  expect(total).toMatchObject({
    lines: { total: 4, covered: 3, pct: 75 },
    functions: { total: 2, covered: 1 },
    statements: { total: 4, covered: 3 },
    branches: { total: 2, covered: 2 },
  })
  // A source outside of the project has its page in the folder all the same.
  const page = readFileSync(path('out/Counter.sol.html'), 'utf8')
  expect(page).toContain('function not covered')
  expect(readFileSync(path('out/index.html'), 'utf8')).toContain('Counter.sol.html')
  expect(existsSync(path('out/base.css'))).toBe(true)
})

test('what is reached less than a threshold ends with 1 and says so', async () => {
  const reached = await coverage('--reporter', 'text', '--lines', '50', '--branches', '50')
  expect(reached).toMatchObject({ code: 0, stderr: '' })
  expect(reached.stdout).not.toContain('wrote')
  const missed = await coverage('--reporter', 'lcov', '--lines', '80', '--functions', '40')
  expect(missed).toMatchObject({
    code: 1,
    stdout: `wrote ${path('out/lcov.info')}\n`,
    stderr:
      'lines: 75.00 % were run, which is less than 80 %\n' +
      'functions: 33.33 % were run, which is less than 40 %\n',
  })
})

test('--help tells of its flags', async () => {
  const { code, stdout } = await coverage('--help')
  expect(code).toBe(0)
  for (const { name } of coverageFlags) expect(stdout).toContain(`--${name}`)
})

test.each([
  [['--from', '/no/such'], 'no coverage in /no/such: run the tests with PRECONF_COVERAGE=true'],
  [['--skip', 'test/,../'], 'no contract is known with its source: compile first'],
  [['--reporter', 'lcov,pdf'], "invalid --reporter 'pdf': give some of text, lcov, html"],
  [['--lines', 'many'], "invalid --lines 'many': give a whole number from 0 to 100"],
  [['--port', '1'], 'unknown flag --port'],
])('%j is refused', async (words, message) => {
  const { code, stderr } = await coverage(...words)
  expect(code).toBe(1)
  expect(stderr).toContain(`preconf: ${message}`)
})
