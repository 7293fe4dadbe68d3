import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('begins like a development node that tools know, and names us', async () => {
  await using devnet = await client()
  expect(await devnet.ask('web3_clientVersion')).toMatch(
    /^anvil\/v\d+\.\d+\.\d+ \(preconf\/\d+\.\d+\.\d+\)$/,
  )
})

it.each([
  ['hardhat', /^HardhatNetwork\/2\./],
  ['hardhat2', /^HardhatNetwork\/2\./],
  ['hardhat3', /^HardhatNetwork\/3\./],
  ['ganache', /^Ganache\/v7\./],
  ['geth', /^Geth\/v1\./],
  ['base', /^anvil\//],
] as const)('begins as %s does, to be taken for it', async (compat, beginning) => {
  await using devnet = await client({ compat })
  expect(await devnet.ask('web3_clientVersion')).toMatch(beginning)
  expect(await devnet.ask('web3_clientVersion')).toContain('preconf/')
})
