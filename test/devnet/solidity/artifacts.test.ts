import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../../support/projectFolder.ts'
import { foundryFiles, hardhat2Files, solcBuild, solcContract } from '../../support/solcBuild.ts'
import { testDevnet } from '../../support/testDevnet.ts'

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
