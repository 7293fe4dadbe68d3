import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gasFlags } from '../../../src/cli/flags.ts'
import { spawnCommand, startCommand } from '../../support/command.ts'
import { projectFolder } from '../../support/projectFolder.ts'
import { rpc } from '../../support/rpc.ts'
import { hardhat2Files, solcBuild, solcContract } from '../../support/solcBuild.ts'

const source = `pragma solidity ^0.8.0;
contract Counter {
  uint public number;
  function add(uint by) external { number += by; }
}
`
const build = solcBuild({ 'contracts/Counter.sol': source })
const { abi, evm } = solcContract(build, 'Counter')
let project: Awaited<ReturnType<typeof projectFolder>>
const path = (name: string) => join(project.path, name)

beforeAll(async () => {
  project = await projectFolder(hardhat2Files(build))
})

afterAll(() => project[Symbol.asyncDispose]())

/** What a transaction that adds pays before code runs, which snapshots leave out as forge's do. */
const intrinsic = 21_000 + 5 * 16 + 31 * 4

const row = /^\| add +\|( +\d+ \|){4} +1 \|$/m

/** A process that deploys a counter, adds to it once and ends. Gives the gas of the addition, and what was printed after the banner. */
async function count(folder: string | undefined) {
  const flags = ['--gas-report', ...(folder === undefined ? [] : [folder])]
  const artifacts = ['--artifacts', path('artifacts')]
  await using command = await startCommand([...flags, ...artifacts, '--mining', 'auto'])
  const { url } = command
  const [from] = (await rpc(url, 'eth_accounts')) as readonly Hex[]
  const send = async (request: object) => {
    const hash = await rpc(url, 'eth_sendTransaction', [{ from, gas: '0x7a120', ...request }])
    const receipt = await rpc(url, 'eth_getTransactionReceipt', [hash])
    return receipt as { readonly contractAddress: Hex; readonly gasUsed: Hex }
  }
  const { contractAddress: to } = await send({ data: `0x${evm.bytecode.object}` })
  const data = encodeFunctionData({ abi, functionName: 'add', args: [5n] })
  const { gasUsed } = await send({ to, data })
  command.process.kill('SIGTERM')
  const { stdout, stderr } = await command.ended
  expect(stderr).toBe('')
  const start = stdout.indexOf('| contracts/')
  // Lines whose names are looked up are printed before the process ends, and before the table.
  expect(stdout.slice(0, start)).toMatch(/Counter\.add\(5\) .*\nblock 2 /)
  return { gas: Number(gasUsed), table: stdout.slice(start) }
}

async function gas(...words: readonly string[]) {
  await using command = spawnCommand(['gas', ...words, '--artifacts', path('artifacts')])
  return await command.ended
}

test('a command with --gas-report prints its table when it ends', async () => {
  const { gas, table } = await count(undefined)
  const lines = table.trimEnd().split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^\| contracts\/Counter\.sol:Counter +\| +Min \| .* \| # Calls \|$/)
  expect(lines[2]).toMatch(/^\| deployment \(\d+ bytes, \d+ on the chain\) \|( +\d+ \|){5}$/)
  expect(lines[3]).toMatch(row)
  expect(lines[3]?.split(/[ |]+/).slice(2, 6)).toEqual(Array(4).fill(String(gas)))
})

test('what processes have left is merged, written, and compared with a snapshot', async () => {
  const [folder, json, snapshot] = [path('left'), path('gas.json'), path('gas.txt')]
  const first = await count(folder)
  expect((await gas(folder)).stdout).toBe(first.table)
  await count(folder)
  const written = await gas(folder, '--json', json, '--snapshot', snapshot)
  expect(written).toMatchObject({ code: 0, stderr: '' })
  expect(written.stdout).toMatch(/^\| add +\|( +\d+ \|){4} +2 \|$/m)
  expect(written.stdout).toContain(`wrote ${json}\nwrote ${snapshot}\n`)
  const { contracts } = JSON.parse(readFileSync(json, 'utf8'))
  const { functions } = contracts['contracts/Counter.sol:Counter']
  expect(functions.add).toMatchObject({ avg: first.gas, count: 2 })
  const text = readFileSync(snapshot, 'utf8')
  const used = first.gas - intrinsic
  expect(text).toContain(`Counter:add(uint256) (gas: ${used})\n`)

  expect(await gas(folder, '--check', snapshot)).toMatchObject({ code: 0, stderr: '' })
  writeFileSync(snapshot, text.replace(`(gas: ${used})`, `(gas: ${used - 100})`))
  const changed = await gas('--from', folder, '--check', snapshot)
  const percent = ((100 * 100) / (used - 100)).toFixed(2)
  expect(changed).toMatchObject({
    code: 1,
    stderr: `Counter:add(uint256): ${used} gas, ${used - 100} in the snapshot (+${percent} %)\n`,
  })
  const tolerated = await gas(folder, '--check', snapshot, '--tolerance', '0.5')
  expect(tolerated).toMatchObject({ code: 0, stderr: '' })
  writeFileSync(snapshot, 'Counter:sub() (gas: 7)\n')
  const { code, stderr } = await gas(folder, '--check', snapshot)
  expect(code).toBe(1)
  expect(stderr.split('\n')).toEqual([
    `Counter:add(uint256): ${used} gas, and not in the snapshot`,
    expect.stringMatching(/^Counter:constructor\(\): \d+ gas, and not in the snapshot$/),
    'Counter:sub(): 7 gas in the snapshot, and was not run',
    '',
  ])
  const none = await gas(folder, '--check', path('none.txt'))
  expect(none).toMatchObject({
    code: 1,
    stderr: `preconf: cannot read the snapshot ${path('none.txt')}: write it with --snapshot first\n`,
  })
})

test('--help tells of its flags', async () => {
  const { code, stdout } = await gas('--help')
  expect(code).toBe(0)
  for (const { name } of gasFlags) expect(stdout).toContain(`--${name}`)
  expect(stdout).not.toContain('--port')
  await using command = spawnCommand(['--help'])
  expect((await command.ended).stdout).toContain('preconf gas [folder] [flags]')
})

test.each([
  [['/no/such'], 'no gas in /no/such: run the tests with createDevnet({ gasReport:'],
  [['--tolerance', 'much'], "invalid --tolerance 'much': give a number of per cent"],
  [['--check', '--snapshot'], '--snapshot cannot be used with --check'],
  [['--port', '1'], 'unknown flag --port'],
  [['one', 'two'], "unexpected argument 'two'"],
])('%j is refused', async (words, message) => {
  const { code, stderr } = await gas(...words)
  expect(code).toBe(1)
  expect(stderr).toContain(`preconf: ${message}`)
})
