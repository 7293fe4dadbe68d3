import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CompiledContract } from '../../../../src/extensions/solidity/artifacts/contractCode.ts'
import { Artifacts } from '../../../../src/extensions/solidity/node/artifacts.ts'
import { hexToBytes } from '../../../../src/lib/hex.ts'
import { defaultLimits } from '../../../../src/lib/limits.ts'
import { projectFolder } from '../../../support/projectFolder.ts'
import { foundryFiles, hardhat2Files, solcBuild, solcContract } from '../../../support/solcBuild.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

const name = 'contracts/Door.sol'
const build = solcBuild({
  [name]: `pragma solidity ^0.8.0;
contract Door {
  function open() external pure {
    revert("locked");
  }
}
`,
})
const { abi, evm } = solcContract(build, 'Door')
/** Hardhat's artifact, which says nothing of lines: its build-info does. */
const artifact = { contractName: 'Door', sourceName: name, abi, bytecode: evm.bytecode.object }

test.each([
  ['Hardhat', `artifacts/${name}/Door.json`, hardhat2Files(build)],
  ['Foundry', 'out/Door.sol/Door.json', foundryFiles(build)],
])('an artifact of %s that a fixture names tells lines', async (_tool, path, files) => {
  await using project = await projectFolder({
    'test/fixture.yaml': `version: 1\ncontracts:\n  door: { artifact: ../${path} }\n`,
    [`artifacts/${name}/Door.json`]: artifact,
    ...files,
  })
  const fixture = join(project.path, 'test/fixture.yaml')
  await using atStart = await testDevnet({ fixture, artifacts: undefined })
  await using later = await testDevnet({ artifacts: undefined })
  await later.loadFixture(fixture)
  for (const devnet of [atStart, later]) {
    const to = devnet.fixture.contracts.door?.address
    const params = [{ to, data: `0x${evm.methodIdentifiers['open()']}` }]
    await expect(devnet.provider.request({ method: 'eth_call', params })).rejects.toMatchObject({
      solidityStack: `Door.open (${name}:4)`,
    })
  }
})

test('a contract whose source is not on disk has no lines, which a warning says once', async () => {
  const { [name]: _, ...files } = foundryFiles(build)
  await using project = await projectFolder(files)
  const warnings: unknown[] = []
  const artifacts = new Artifacts({
    settings: { artifacts: [project.path], limits: defaultLimits } as never,
    clock: { realMs: () => 0 },
    onError: (warning) => warnings.push(warning),
  })
  const index = await artifacts.current()
  const door = index.byCode(hexToBytes(evm.deployedBytecode.object)) as CompiledContract
  const programs = await artifacts.programs()
  for (const isCreation of [false, true])
    expect(await programs.of(door, isCreation)).toBe(undefined)
  expect(warnings).toEqual([`no Solidity stack traces of Door: its source ${name} is not there`])
})
