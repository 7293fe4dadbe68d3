import {
  AbiCoder,
  Contract,
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
const factoryAbi = [
  'function gameCount() view returns (uint256)',
  'function gameAtIndex(uint256) view returns (uint32, uint64, address)',
]

test('ethers deposits, and withdraws by hand, over HTTP', async () => {
  const devnet = await createDevnet({
    network: 'op',
    mining: 'auto',
    l1: { proposeEvery: 1, maturity: '1s', finalizationDelay: '1s', proofMaturity: '1m' },
  })
  await using _ = devnet
  const { url } = await devnet.listen({ port: 0 })
  const key = devnet.accounts[0]?.privateKey as string
  const options = { cacheTimeout: -1, pollingInterval: 20 }
  const below = new JsonRpcProvider(`${url}/l1`, undefined, options)
  const above = new JsonRpcProvider(url, undefined, options)
  try {
    const portalAt = optimism.contracts.portal[1].address
    const portal = new Contract(portalAt, portalAbi, new Wallet(key, below))
    const waited = async (sent: Promise<{ wait(): Promise<unknown> }>) =>
      (await (await sent).wait()) as ContractTransactionReceipt
    const call = (name: string) => portal.getFunction(name)
    await waited(call('depositTransaction')(fresh, 5n, 100_000n, false, '0x', { value: 5n }))
    expect(await above.getBalance(fresh)).toBe(5n)

    const passerAt = optimism.contracts.l2ToL1MessagePasser.address
    const passer = new Contract(passerAt, passerAbi, new Wallet(key, above))
    const started = await waited(
      passer.getFunction('initiateWithdrawal')(fresh, 50_000n, '0x', { value: 3n }),
    )
    const [log] = started.logs
    const passed = new Interface(passerAbi).parseLog(log as NonNullable<typeof log>)
    const [nonce, sender, target, value, gasLimit, data, hash] = passed?.args ?? []
    const withdrawal = [nonce, sender, target, value, gasLimit, data]
    await below.send('evm_mine', [])
    const factory = new Contract(
      optimism.contracts.disputeGameFactory[1].address,
      factoryAbi,
      below,
    )
    const index = (await factory.getFunction('gameCount')()) - 1n
    const number = toBeHex(started.blockNumber).replace('0x0', '0x')
    const slot = keccak256(AbiCoder.defaultAbiCoder().encode(['bytes32', 'uint256'], [hash, 0]))
    const proof = await above.send('eth_getProof', [passerAt, [slot], number])
    const block = await above.send('eth_getBlockByNumber', [number, false])
    const output = [ZeroHash, block.stateRoot, proof.storageHash, block.hash]
    await waited(
      call('proveWithdrawalTransaction')(withdrawal, index, output, proof.storageProof[0].proof),
    )
    await above.send('evm_increaseTime', [61])
    await below.send('evm_mine', [])
    await waited(call('finalizeWithdrawalTransaction')(withdrawal))
    expect(await call('finalizedWithdrawals')(hash)).toBe(true)
    expect(await below.getBalance(fresh)).toBe(3n)
  } finally {
    below.destroy()
    above.destroy()
  }
})
