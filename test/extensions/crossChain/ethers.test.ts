import {
  AbiCoder,
  Contract,
  ContractFactory,
  type ContractTransactionReceipt,
  Interface,
  JsonRpcProvider,
  keccak256,
  toBeHex,
  Wallet,
  ZeroHash,
} from 'ethers'
import { optimism } from 'viem/chains'
import { expect, test } from 'vitest'
import token from '../../../fixtures/Token.json' with { type: 'json' }
import { createDevnet } from '../../../src/app/createDevnet.ts'
import { fresh } from './pair.ts'

const withdrawalType =
  '(uint256 nonce, address sender, address target, uint256 value, uint256 gasLimit, bytes data)'
const portalAbi = [
  'function depositTransaction(address, uint256, uint64, bool, bytes) payable',
  `function proveWithdrawalTransaction(${withdrawalType}, uint256, (bytes32, bytes32, bytes32, bytes32), bytes[])`,
  `function finalizeWithdrawalTransaction(${withdrawalType})`,
  'function finalizedWithdrawals(bytes32) view returns (bool)',
]
const passerAbi = [
  'function initiateWithdrawal(address, uint256, bytes) payable',
  'event MessagePassed(uint256 indexed nonce, address indexed sender, address indexed target, uint256 value, uint256 gasLimit, bytes data, bytes32 withdrawalHash)',
]
const gamesAbi = ['function gameCount() view returns (uint256)']
const bridgeAbi = [
  'function depositERC20(address, address, uint256, uint32, bytes)',
  'function withdraw(address, uint256, uint32, bytes) payable',
  'function createOptimismMintableERC20(address, string, string) returns (address)',
]
const passerAt = optimism.contracts.l2ToL1MessagePasser.address

/** OP Mainnet beside Ethereum over HTTP, as an app with ethers has them. */
async function open() {
  const devnet = await createDevnet({
    network: 'op',
    mining: 'auto',
    l1: { proposeEvery: 1, maturity: '1s', finalizationDelay: '1s', proofMaturity: '1m' },
  })
  const { url } = await devnet.listen({ port: 0 })
  const key = devnet.accounts[0]?.privateKey as string
  const options = { cacheTimeout: -1, pollingInterval: 20 }
  const below = new JsonRpcProvider(`${url}/l1`, undefined, options)
  const above = new JsonRpcProvider(url, undefined, options)
  const [onL1, onL2] = [new Wallet(key, below), new Wallet(key, above)]
  const portal = new Contract(optimism.contracts.portal[1].address, portalAbi, onL1)
  /** Sends a call, and gives its receipt. */
  const write = async (contract: Contract, name: string, ...args: readonly unknown[]) => {
    const sent = await contract.getFunction(name)(...args)
    return (await sent.wait()) as ContractTransactionReceipt
  }
  return {
    below,
    above,
    onL1,
    onL2,
    portal,
    write,
    /** Proves and finalizes what a transaction of L2 has withdrawn, and gives its hash. */
    finish: async ({ logs, blockNumber }: ContractTransactionReceipt) => {
      const passer = new Interface(passerAbi)
      const found = logs.map((log) => (log.address === passerAt ? passer.parseLog(log) : null))
      const passed = found.find((log) => log?.name === 'MessagePassed')
      const [nonce, sender, target, value, gasLimit, data, hash] = passed?.args ?? []
      const withdrawal = [nonce, sender, target, value, gasLimit, data]
      await below.send('evm_mine', [])
      const games = new Contract(optimism.contracts.disputeGameFactory[1].address, gamesAbi, below)
      const index = (await games.getFunction('gameCount')()) - 1n
      const number = toBeHex(blockNumber).replace('0x0', '0x')
      const slot = keccak256(AbiCoder.defaultAbiCoder().encode(['bytes32', 'uint256'], [hash, 0]))
      const proof = await above.send('eth_getProof', [passerAt, [slot], number])
      const block = await above.send('eth_getBlockByNumber', [number, false])
      const output = [ZeroHash, block.stateRoot, proof.storageHash, block.hash]
      const nodes = proof.storageProof[0].proof
      await write(portal, 'proveWithdrawalTransaction', withdrawal, index, output, nodes)
      await above.send('evm_increaseTime', [61])
      await below.send('evm_mine', [])
      await write(portal, 'finalizeWithdrawalTransaction', withdrawal)
      return hash as string
    },
    [Symbol.asyncDispose]: async () => {
      below.destroy()
      above.destroy()
      await devnet.close()
    },
  }
}

test('ethers deposits, and withdraws by hand, over HTTP', async () => {
  await using app = await open()
  const { above, below, portal, write } = app
  await write(portal, 'depositTransaction', fresh, 5n, 100_000n, false, '0x', { value: 5n })
  expect(await above.getBalance(fresh)).toBe(5n)
  const passer = new Contract(passerAt, passerAbi, app.onL2)
  const hash = await app.finish(
    await write(passer, 'initiateWithdrawal', fresh, 50_000n, '0x', { value: 3n }),
  )
  expect(await portal.getFunction('finalizedWithdrawals')(hash)).toBe(true)
  expect(await below.getBalance(fresh)).toBe(3n)
})

test('ethers brings a token to L2 and back', async () => {
  await using app = await open()
  const { onL1, onL2, write } = app
  const owner = await onL1.getAddress()
  const factory = new ContractFactory(token.abi, token.bytecode, onL1)
  const deployed = await factory.deploy('Gold', 'GLD', 1000n)
  await deployed.waitForDeployment()
  const gold = new Contract(await deployed.getAddress(), token.abi, onL1)
  const bridge = new Contract(optimism.contracts.l1StandardBridge[1].address, bridgeAbi, onL1)
  const tokens = new Contract('0x4200000000000000000000000000000000000012', bridgeAbi, onL2)
  const made = await write(tokens, 'createOptimismMintableERC20', gold.target, 'Gold', 'GLD')
  const [log] = made.logs
  const local = `0x${log?.topics[2]?.slice(26)}`
  const goldL2 = new Contract(local, token.abi, onL2)
  const balances = () =>
    Promise.all([gold, goldL2].map((one) => one.getFunction('balanceOf')(owner)))

  await write(gold, 'approve', bridge.target, 1000n)
  await write(bridge, 'depositERC20', gold.target, goldL2.target, 100n, 200_000, '0x')
  expect(await balances()).toEqual([900n, 100n])
  const back = new Contract(optimism.contracts.l2StandardBridge.address, bridgeAbi, onL2)
  await app.finish(await write(back, 'withdraw', goldL2.target, 40n, 200_000, '0x'))
  expect(await balances()).toEqual([940n, 60n])
})
