import { expect, test } from 'vitest'
import { figuresOf, testsIn } from '../../../../scripts/gas/figures.ts'
import { shopSource, testSource } from '../../../../scripts/gas/gasTests.ts'
import { runAsTests, runAsTransactions } from '../../../../scripts/gas/runGasTests.ts'
import { ArtifactIndex } from '../../../../src/extensions/solidity/artifacts/artifactIndex.ts'
import { gasReport, samplesByContract } from '../../../../src/extensions/solidity/gas/gasReport.ts'
import { readGas } from '../../../../src/extensions/solidity/gas/gasSamples.ts'
import { gasChanges, gasSnapshot } from '../../../../src/extensions/solidity/gas/gasSnapshot.ts'

import type { Abi } from '../../../../src/types/solidity/contract.ts'
import { projectFolder } from '../../../support/projectFolder.ts'
import { solcBuild, solcContract } from '../../../support/solcBuild.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

// The figures are those of forge 1.7.1, as `scripts/compareGas.ts` has found.

const build = solcBuild(
  { 'src/Shop.sol': shopSource, 'test/Shop.t.sol': testSource },
  { evmVersion: 'osaka' },
)

async function noted(run: typeof runAsTests) {
  await using folder = await projectFolder({})
  const options = { mining: 'auto', hardfork: 'osaka', artifacts: false } as const
  await using devnet = await testDevnet({ ...options, gasReport: folder.path })
  await run(devnet, (name) => {
    const { abi, evm } = solcContract(build, name)
    return { abi: abi as Abi, code: `0x${evm.bytecode.object}` }
  })
  const index = new ArtifactIndex({ paths: false, realMs: () => 0, onWarning: console.error })
  await index.addJson([{ input: build.input, output: build.output }])
  return samplesByContract(await readGas(folder.path), index)
}

test('a report has the figures of forge --gas-report', async () => {
  const { contracts } = gasReport(await noted(runAsTransactions))
  const { deployment, ...shop } = contracts['src/Shop.sol:Shop'] ?? expect.fail('no such contract')
  expect(deployment?.count).toBe(6)
  const functions = figuresOf({ contracts: { shop: { ...shop, deployment: null } } })
  expect([...functions].slice(1)).toEqual([
    ['build', [138621, 147171, 147171, 155721, 2]],
    ['forget', [24184, 24806, 24806, 25428, 2]],
    ['loop', [32605, 59314, 59314, 86022, 2]],
    ['sell(uint256)', [32111, 44936, 49211, 49211, 4]],
    ['sell(uint256,string)', [70324, 97366, 97366, 124408, 2]],
  ])
})

test('a snapshot has the figures of .gas-snapshot', async () => {
  expect([...testsIn(gasSnapshot(await noted(runAsTests)))]).toEqual([
    ['testBuild()', [253332]],
    ['testForget()', [23724]],
    ['testForgetNothing()', [8394]],
    ['testLoop()', [77596]],
    ['testSell()', [59393]],
    ['testSellWithNote()', [156389]],
  ])
})

test('what differs from a snapshot by more than is tolerated is reported', () => {
  const before = 'Shop:add() (gas: 5000)\nShop:fuzz(uint256) (runs: 256, μ: 700, ~: 690)\n'
  expect(gasChanges(before, before)).toEqual([])
  const now = before.replace('5000', '5050')
  expect(gasChanges(before, now)).toEqual([{ name: 'Shop:add()', before: 5000, now: 5050 }])
  expect(gasChanges(before, now, 1)).toEqual([])
})
