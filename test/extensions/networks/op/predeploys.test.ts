import {
  createWalletClient,
  getContract,
  getContractAddress,
  type Hex,
  keccak256,
  padHex,
  parseAbi,
  publicActions,
} from 'viem'
import { expect, test } from 'vitest'
import { devnetTransport } from '../../../../src/testing/viem.ts'
import { client } from '../../../rpc/methods/client.ts'

const safeFactory = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7'

test.each(['0x4e59b44847b379578588920cA78FbF26c0B4956C', safeFactory] as const)(
  '%s deploys where CREATE2 says',
  async (factory) => {
    await using devnet = await client({ network: 'op' })
    const salt = padHex('0x5a', { size: 32 })
    const bytecode = '0x60015f5360015ff3' // leaves the code 0x01
    const to = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode })
    await devnet.send({ to: factory, data: `${salt}${bytecode.slice(2)}`, gas: '0x186a0' })
    await devnet.seal()
    expect(await devnet.ask('eth_getCode', to, 'latest')).toBe('0x01')
  },
)

test('the deployer by CREATE2 deploys, and says where', async () => {
  await using devnet = await client({ network: 'base' })
  const address = '0x13b0D85CcB8bf860b6b79AF3029fCA081AE9beF2'
  const transport = devnetTransport(devnet)
  const account = devnet.accounts[0]?.address as Hex
  const viem = createWalletClient({ account, chain: devnet.viemChain, transport })
  const deployer = getContract({
    address,
    abi: parseAbi([
      'function deploy(uint256 value, bytes32 salt, bytes code)',
      'function computeAddress(bytes32 salt, bytes32 codeHash) view returns (address)',
    ]),
    client: viem.extend(publicActions),
  })
  const salt = padHex('0x5a', { size: 32 })
  const bytecode = '0x60015f5360015ff3' // leaves the code 0x01
  const to = getContractAddress({ opcode: 'CREATE2', from: address, salt, bytecode })
  expect(await deployer.read.computeAddress([salt, keccak256(bytecode)])).toBe(to)
  await deployer.write.deploy([0n, salt, bytecode])
  await devnet.seal()
  expect(await devnet.ask('eth_getCode', to, 'latest')).toBe('0x01')
  await expect(deployer.simulate.deploy([0n, salt, bytecode])).rejects.toThrow(
    'Create2: Failed on deploy',
  )
  await expect(deployer.simulate.deploy([1n, salt, bytecode])).rejects.toThrow(
    'Create2: insufficient balance',
  )
})

test("Safe's factory is where its deployer's first contract is", () => {
  const from = '0xE1CB04A0fA36DdD16a06ea828007E35e1a3cBC37'
  expect(getContractAddress({ from, nonce: 0n })).toBe(safeFactory)
})

test('contracts that networks have from their genesis are there', async () => {
  await using devnet = await client({ network: 'op' })
  const found = await Promise.all(
    [
      '0xcA11bde05977b3631167028862bE2a173976CA11',
      '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      '0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02',
      '0x0000F90827F1C53a10cb7A02335B175320002935',
      '0x4200000000000000000000000000000000000006',
    ].map((address) => devnet.ask('eth_getCode', address, 'latest')),
  )
  expect(found.every((code) => code.length > 100)).toBe(true)
})

test.each(['op', 'base'] as const)('the contracts of %s have labels', async (network) => {
  await using devnet = await client({ network, mining: 'auto' })
  const { miner } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
  const labels = await devnet.ask('preconf_labels')
  expect(labels).toMatchObject({
    [miner]: 'SequencerFeeVault',
    '0x4200000000000000000000000000000000000006': 'WETH9',
    '0x4200000000000000000000000000000000000019': 'BaseFeeVault',
    '0x420000000000000000000000000000000000001a': 'L1FeeVault',
    '0x420000000000000000000000000000000000001b': 'OperatorFeeVault',
  })
  expect(await devnet.ask('preconf_networkInfo')).toMatchObject({ hasBridge: false })
})
