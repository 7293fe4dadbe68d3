import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, encodeFunctionData } from 'viem'
import { expect, test } from 'vitest'
import { ArtifactIndex } from '../../../../src/extensions/solidity/artifacts/artifactIndex.ts'
import { readCoverage } from '../../../../src/extensions/solidity/coverage/coverageFolder.ts'
import { coverFiles } from '../../../../src/extensions/solidity/coverage/coverFiles.ts'
import {
  coverageTable,
  lcov,
  percentages,
} from '../../../../src/extensions/solidity/coverage/reports.ts'

import { projectFolder } from '../../../support/projectFolder.ts'
import {
  foundryFiles,
  hardhat2Files,
  hardhat3Files,
  solcBuild,
  solcContract,
} from '../../../support/solcBuild.ts'
import { deployContract } from '../../../support/solidityProject.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

const source = `pragma solidity ^0.8.0;
contract Till {
  uint public total;
  constructor() {
    total = 1;
  }
  modifier positive(uint amount) {
    require(amount > 0, "nothing");
    _;
  }
  function put(uint amount) external positive(amount) {
    if (amount > 10) {
      total += 10;
    } else {
      total += amount;
    }
  }
  function early(uint amount) external view returns (uint) {
    if (amount == 7) return 1;
    for (uint i = 0; i < 3; i++) {
      amount += half(i);
    }
    return amount + total;
  }
  function half(uint amount) internal pure returns (uint) {
    return amount / 2;
  }
  function never() external {
    total = 9;
    delete total;
  }
}
contract Unused {
  function f() external pure returns (uint) {
    return 3;
  }
}
`

test('what transactions, calls and estimates run is reported by lines, functions, statements and branches', async () => {
  await using folder = await projectFolder({})
  const build = solcBuild({ 'contracts/Till.sol': source })
  const devnet = await testDevnet({ mining: 'auto', artifacts: false, coverage: folder.path })
  const { provider } = devnet
  const till = await deployContract(provider, build, 'Till')
  const abi = solcContract(build, 'Till').abi as Abi
  const [from] = await provider.request({ method: 'eth_accounts' })
  const request = (functionName: string, amount: bigint) => {
    const data = encodeFunctionData({ abi, functionName, args: [amount] })
    return [{ from, to: till, data }]
  }
  await provider.request({ method: 'eth_sendTransaction', params: request('put', 11n) })
  await provider.request({ method: 'eth_call', params: request('early', 1n) })
  await devnet[Symbol.asyncDispose]()

  const index = new ArtifactIndex({ paths: false, realMs: () => 0, onWarning: console.error })
  await index.addJson([{ input: build.input, output: build.output }])
  const covered = await coverFiles(await readCoverage(folder.path), index)
  const text = lcov(covered)
  const lines = (kind: string) => text.split('\n').filter((line) => line.startsWith(`${kind}:`))
  expect(lines('SF')).toEqual(['SF:contracts/Till.sol'])
  expect(lines('DA')).toEqual(
    [
      [5, 1],
      [8, 1],
      [9, 1],
      [12, 1],
      [13, 1],
      [15, 0],
      [19, 1],
      [20, 1],
      [21, 1],
      [23, 1],
      [26, 1],
      [29, 0],
      [30, 0],
      [35, 0],
    ].map(([line, hits]) => `DA:${line},${hits}`),
  )
  expect(lines('FNDA')).toEqual(
    ['1,constructor', '1,positive', '1,put', '1,early', '1,half', '0,never', '0,f'].map(
      (hits) => `FNDA:${hits}`,
    ),
  )
  expect(lines('BRDA')).toEqual([
    'BRDA:8,0,0,1',
    'BRDA:8,0,1,0',
    'BRDA:12,1,0,1',
    'BRDA:12,1,1,0',
    'BRDA:19,2,0,0',
    'BRDA:19,2,1,1',
  ])
  expect(percentages(covered).functions).toBeCloseTo((100 * 5) / 7)
  expect(coverageTable(covered).split('\n')).toEqual([
    expect.stringMatching(/^File +% lines +% functions +% statements +% branches$/),
    expect.stringMatching(/^contracts\/Till\.sol +71\.43 \(10\/14\) +71\.43 \(5\/7\) /),
    expect.stringMatching(/^All files +71\.43 \(10\/14\) /),
  ])
})

test.each([
  ['optimizer', { optimizer: { enabled: true } }],
  ['optimizer and via-IR', { optimizer: { enabled: true }, viaIR: true }],
  ['via-IR', { optimizer: { enabled: false }, viaIR: true }],
])('what is compiled with %s is approximate, as the table says in words', async (by, settings) => {
  await using folder = await projectFolder({})
  const build = solcBuild({ 'contracts/Till.sol': source }, settings)
  const devnet = await testDevnet({ mining: 'auto', artifacts: false, coverage: folder.path })
  await deployContract(devnet.provider, build, 'Till')
  await devnet[Symbol.asyncDispose]()
  const codes = await readCoverage(folder.path)
  for (const files of [hardhat2Files(build), hardhat3Files(build), foundryFiles(build)]) {
    await using project = await projectFolder(files)
    const [kept] = ['artifacts', 'out'].filter((name) => existsSync(join(project.path, name)))
    const paths = [join(project.path, kept ?? '')]
    const index = new ArtifactIndex({ paths, realMs: () => 0, onWarning: console.error })
    await index.refresh()
    const [, file, all, note] = coverageTable(await coverFiles(codes, index)).split('\n')
    expect(file).toMatch(new RegExp(`^contracts/Till\\.sol .*\\)  approximate: ${by}$`))
    expect(all).toMatch(/\)$/)
    expect(note).toBe('Approximate: compiled so, several lines share instructions.')
  }
})

test('chains that collect and others share what code is kept', async () => {
  await using folder = await projectFolder({})
  const plain = await testDevnet({ mining: 'auto', artifacts: false })
  const covering = await testDevnet({ mining: 'auto', artifacts: false, coverage: folder.path })
  // PUSH1 1 PUSH1 7 JUMPI INVALID INVALID JUMPDEST STOP
  const code = '0x6001600757fefe5b00'
  const to = `0x${'ab'.repeat(20)}`
  for (const { provider } of [plain, covering, plain, covering]) {
    await provider.request({ method: 'anvil_setCode', params: [to, code] })
    await provider.request({ method: 'eth_call', params: [{ to }] })
    await provider.request({ method: 'eth_estimateGas', params: [{ to }] })
  }
  await plain[Symbol.asyncDispose]()
  await covering[Symbol.asyncDispose]()
  const codes = await readCoverage(folder.path)
  expect(codes.map(({ marks }) => [...marks])).toEqual([[0, 0, 0, 0, 0, 0, 0, 1, 0]])
})
