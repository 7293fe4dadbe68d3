import { expect, it } from 'vitest'
import { solcBuild } from '../../../support/solcBuild.ts'
import { client } from '../client.ts'

const build = solcBuild({ 'A.sol': 'pragma solidity ^0.8.0; contract A {} contract B {}' })

it('preconf_addArtifacts and hardhat_addCompilationResult take what compilers wrote', async () => {
  await using devnet = await client({ artifacts: false })
  expect(await devnet.ask('preconf_addArtifacts', build.output)).toBe(2)
  expect(await devnet.ask('preconf_addArtifacts', [build, { abi: [] }, {}])).toBe(3)
  expect(
    await devnet.ask('hardhat_addCompilationResult', '0.8.37', build.input, build.output),
  ).toBe(true)
})

it('preconf_addArtifacts refuses what is no object', async () => {
  await using devnet = await client({ artifacts: false })
  for (const wrong of ['out', 5, [5]]) {
    const { code, message } = await devnet.refusal('preconf_addArtifacts', wrong)
    expect(code).toBe(-32602)
    expect(message).toContain('expected an artifact, a build-info or the output of solc')
  }
})
