import { expect, test } from 'vitest'
import type { Hex } from '../../../../../src/lib/hex.ts'
import { account, client, headerNotFound, invalidArgument, missingArgument } from '../../client.ts'
import { tokenBuild, tokenProject, tokenSource } from './tokenProject.ts'

test('tells name, ABI, sources and compiler of a contract', async () => {
  const { devnet, token } = await tokenProject()
  await using _ = devnet
  const { version, output } = tokenBuild()
  const abi = output.contracts['contracts/Token.sol']?.Token?.abi
  expect(await devnet.ask('preconf_getContract', token)).toEqual({
    address: token,
    codeSize: (await devnet.ask('eth_getCode', token)).length / 2 - 1,
    name: 'Token',
    sourceName: 'contracts/Token.sol',
    compiler: version.split('+')[0],
    abi,
    sources: { 'contracts/Token.sol': tokenSource },
  })
})

test('tells what a proxy hands calls on to', async () => {
  const { devnet, token, proxy } = await tokenProject()
  await using _ = devnet
  expect(await devnet.ask('preconf_getContract', proxy)).toMatchObject({
    name: 'Proxy',
    proxy: { kind: 'ERC-1967', implementation: token },
  })
  const clone = `0x${'c1'.repeat(20)}`
  const code = `0x363d3d373d3d3d363d73${token.slice(2)}5af43d82803e903d91602b57fd5bf3`
  await devnet.ask('anvil_setCode', clone, code)
  expect(await devnet.ask('preconf_getContract', clone)).toEqual({
    address: clone,
    codeSize: 45,
    proxy: { kind: 'ERC-1167', implementation: token },
  })
  await devnet.ask('anvil_setCode', clone, `0xef0100${token.slice(2)}`)
  expect(await devnet.ask('preconf_getContract', clone)).toMatchObject({
    proxy: { kind: 'EIP-7702', implementation: token },
  })
})

test('knows of a fixture’s contract its name and ABI', async () => {
  await using devnet = await client({ artifacts: false })
  const abi = [{ type: 'function', name: 'poke', inputs: [], outputs: [] }]
  const address: Hex = `0x${'ab'.repeat(20)}`
  await devnet.loadFixture({ contracts: { box: { at: address, code: '0x00', abi } } })
  expect(await devnet.ask('preconf_getContract', address)).toEqual({
    address,
    codeSize: 1,
    name: 'box',
    abi: [expect.objectContaining({ name: 'poke' })],
  })
})

test('knows nothing of code of which there is no artifact, and nothing where none is', async () => {
  const { devnet, token } = await tokenProject({ isKnown: false })
  await using _ = devnet
  const { codeSize } = await devnet.ask('preconf_getContract', token)
  expect(await devnet.ask('preconf_getContract', token)).toEqual({ address: token, codeSize })
  expect(await devnet.ask('preconf_getContract', account(devnet, 0))).toBeNull()
  expect(await devnet.ask('preconf_getContract', token, '0x0')).toBeNull()
})

test('refuses what is no address and no block', async () => {
  await using devnet = await client()
  expect(await devnet.refusal('preconf_getContract')).toEqual(missingArgument(0))
  expect(await devnet.refusal('preconf_getContract', '0x1')).toMatchObject({ code: -32602 })
  expect(await devnet.refusal('preconf_getContract', account(devnet, 0), 'none')).toEqual(
    invalidArgument(
      1,
      'hex string without 0x prefix and none of latest, pending, safe, finalized, earliest, got "none"',
    ),
  )
  expect(await devnet.refusal('preconf_getContract', account(devnet, 0), '0x99')).toMatchObject({
    message: expect.stringMatching(/header not found|block height/),
  })
  expect(headerNotFound).toBeDefined()
})
