import { type Abi, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { optimism } from 'viem/chains'
import { getL2TransactionHashes } from 'viem/op-stack'
import { expect, test } from 'vitest'
import token from '../../../fixtures/Token.json' with { type: 'json' }
import { creationOf } from '../../rpc/methods/client.ts'
import { alice, bob, fresh, type Pair, pair } from './pair.ts'

const l1Bridge = optimism.contracts.l1StandardBridge[1].address
const l2Bridge = optimism.contracts.l2StandardBridge.address
const l2Messenger = optimism.contracts.l2CrossDomainMessenger.address
const factory = '0x4200000000000000000000000000000000000012'
const ether = '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000'

const abi = parseAbi([
  'function bridgeERC20(address local, address remote, uint256 amount, uint32 minGas, bytes extra)',
  'function bridgeERC20To(address local, address remote, address to, uint256 amount, uint32 minGas, bytes extra)',
  'function depositERC20(address local, address remote, uint256 amount, uint32 minGas, bytes extra)',
  'function depositETHTo(address to, uint32 minGas, bytes extra) payable',
  'function bridgeETHTo(address to, uint32 minGas, bytes extra) payable',
  'function withdraw(address token, uint256 amount, uint32 minGas, bytes extra) payable',
  'function withdrawTo(address token, address to, uint256 amount, uint32 minGas, bytes extra) payable',
  'function createOptimismMintableERC20(address remote, string name, string symbol) returns (address)',
  'function deposits(address, address) view returns (uint256)',
  'function messenger() view returns (address)',
  'function sendMessage(address target, bytes message, uint32 minGas) payable',
  'function relayMessage(uint256 nonce, address sender, address target, uint256 value, uint256 minGas, bytes message) payable',
  'function xDomainMessageSender() view returns (address)',
  'function messageNonce() view returns (uint256)',
  'function successfulMessages(bytes32) view returns (bool)',
  'function failedMessages(bytes32) view returns (bool)',
  'event OptimismMintableERC20Created(address indexed local, address indexed remote, address deployer)',
  'event SentMessage(address indexed target, address sender, bytes message, uint256 messageNonce, uint256 gasLimit)',
])

const short = {
  proposeEvery: 1,
  proofMaturity: '1h',
  maturity: '1m',
  finalizationDelay: '1m',
} as const

/** Writes to a contract of L1 or L2, and gives the receipt. */
async function write(
  chains: Pair,
  layer: 1 | 2,
  address: Hex,
  functionName: string,
  args: readonly unknown[],
  { value, contractAbi = abi as Abi }: { value?: bigint; contractAbi?: Abi } = {},
) {
  const [wallet, client] =
    layer === 1 ? [chains.walletL1, chains.publicL1] : [chains.walletL2, chains.publicL2]
  const call = { address, abi: contractAbi, functionName, args, value, gas: 2_000_000n }
  const hash = await wallet.writeContract(call as never)
  const receipt = await client.getTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  return receipt
}

const read = (
  chains: Pair,
  layer: 1 | 2,
  address: Hex,
  functionName: string,
  args: unknown[] = [],
) =>
  (layer === 1 ? chains.publicL1 : chains.publicL2).readContract({
    address,
    abi: [...abi, ...token.abi] as Abi,
    functionName,
    args,
  })

/** Brings a withdrawal to its end. */
async function finish(chains: Pair, receipt: Awaited<ReturnType<typeof write>>) {
  const { publicL1, publicL2, walletL1 } = chains
  await chains.pass(2)
  const { game, withdrawal } = await publicL1.waitToProve({ receipt, targetChain: optimism })
  await walletL1.proveWithdrawal(
    (await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })) as never,
  )
  await chains.pass(3700)
  const hash = await walletL1.finalizeWithdrawal({ targetChain: optimism, withdrawal })
  return publicL1.getTransactionReceipt({ hash })
}

test('a token of L1 goes to L2 and back', async () => {
  await using chains = await pair({ l1: short })
  const { walletL1, publicL1 } = chains
  const hash = await walletL1.deployContract({
    abi: token.abi as Abi,
    bytecode: token.bytecode as Hex,
    args: ['Gold', 'GLD', 1000n],
  })
  const gold = (await publicL1.getTransactionReceipt({ hash })).contractAddress as Hex
  const made = await write(chains, 2, factory, 'createOptimismMintableERC20', [gold, 'Gold', 'GLD'])
  const goldL2 = `0x${made.logs[0]?.topics[2]?.slice(26)}` as Hex
  await write(chains, 1, gold, 'approve', [l1Bridge, 1000n], { contractAbi: token.abi as Abi })
  await write(chains, 1, l1Bridge, 'depositERC20', [gold, goldL2, 100n, 200_000, '0x'])
  await write(chains, 1, l1Bridge, 'bridgeERC20To', [gold, goldL2, bob, 20n, 200_000, '0x'])
  const balances = async () => [
    await read(chains, 1, gold, 'balanceOf', [alice]),
    await read(chains, 1, l1Bridge, 'deposits', [gold, goldL2]),
    await read(chains, 2, goldL2, 'balanceOf', [alice]),
    await read(chains, 2, goldL2, 'balanceOf', [bob]),
    await read(chains, 2, goldL2, 'totalSupply'),
  ]
  expect(await balances()).toEqual([880n, 120n, 100n, 20n, 120n])
  await finish(chains, await write(chains, 2, l2Bridge, 'withdraw', [goldL2, 60n, 200_000, '0x']))
  expect(await balances()).toEqual([940n, 60n, 40n, 20n, 60n])
  const own = [goldL2, gold, 40n, 200_000, '0x']
  await finish(chains, await write(chains, 2, l2Bridge, 'bridgeERC20', own))
  expect(await balances()).toEqual([980n, 20n, 0n, 20n, 20n])
  const events = await publicL1.getContractEvents({
    address: l1Bridge,
    abi: parseAbi([
      'event ERC20WithdrawalFinalized(address indexed l1Token, address indexed l2Token, address indexed from, address to, uint256 amount, bytes extraData)',
    ]),
    fromBlock: 0n,
  })
  expect(events.map(({ args }) => args.amount)).toEqual([60n, 40n])
})

test('ether goes over the bridges both ways', async () => {
  await using chains = await pair({ l1: short })
  const { publicL1, publicL2 } = chains
  await write(chains, 1, l1Bridge, 'depositETHTo', [fresh, 200_000, '0x'], { value: 5n })
  await write(chains, 1, l1Bridge, 'bridgeETHTo', [fresh, 200_000, '0x'], { value: 6n })
  expect(await publicL2.getBalance({ address: fresh })).toBe(11n)
  const args = [ether, fresh, 4n, 200_000, '0x']
  await finish(chains, await write(chains, 2, l2Bridge, 'withdrawTo', args, { value: 4n }))
  const more = await write(chains, 2, l2Bridge, 'bridgeETHTo', [fresh, 200_000, '0x'], {
    value: 3n,
  })
  await finish(chains, more)
  expect(await publicL1.getBalance({ address: fresh })).toBe(7n)
})

test('a message that fails on L1 is run again, with its ether, and once only', async () => {
  await using chains = await pair({ l1: short })
  const { publicL1, walletL1 } = chains
  const messenger = (await read(chains, 1, l1Bridge, 'messenger')) as Hex
  const target = fresh
  await chains.askL1('anvil_setCode', target, '0x5f5ffd')
  const nonce = (await read(chains, 2, l2Messenger, 'messageNonce')) as bigint
  const sent = await write(chains, 2, l2Messenger, 'sendMessage', [target, '0x', 50_000], {
    value: 8n,
  })
  const finalized = await finish(chains, sent)
  expect(finalized.status).toBe('success')
  expect(await publicL1.getBalance({ address: target })).toBe(0n)
  const message = [nonce, alice, target, 8n, 50_000n, '0x'] as const
  const relay = { address: messenger, abi, functionName: 'relayMessage', args: message } as const
  const relayed = async () => {
    const hash = await walletL1.writeContract({ ...relay, gas: 1_000_000n })
    return (await publicL1.getTransactionReceipt({ hash })).status
  }
  // Still not: it fails again.
  expect(await relayed()).toBe('success')
  expect(await publicL1.getBalance({ address: target })).toBe(0n)
  await chains.askL1('anvil_setCode', target, '0x00')
  expect(await relayed()).toBe('success')
  expect(await publicL1.getBalance({ address: target })).toBe(8n)
  expect(await relayed()).toBe('reverted')
  await expect(publicL1.simulateContract({ ...relay, account: alice })).rejects.toThrow(
    'already been relayed',
  )
})

test('a message to L2 has its sender, and one that nobody has sent is refused', async () => {
  await using chains = await pair()
  const { publicL1, publicL2 } = chains
  const messenger = (await read(chains, 1, l1Bridge, 'messenger')) as Hex
  const data = encodeFunctionData({ abi, functionName: 'xDomainMessageSender' })
  // Keeps who the messenger says has sent the message.
  const calls = `0x${data.slice(2)}`
  const keeper: Hex = `0x63${calls.slice(2)}5f5260205f6004601c73${l2Messenger.slice(2)}5afa505f515f55`
  const hash = await chains.walletL2.sendTransaction({ data: creationOf(keeper) as Hex })
  const target = (await publicL2.getTransactionReceipt({ hash })).contractAddress as Hex
  const sent = await write(chains, 1, messenger, 'sendMessage', [target, '0x12', 100_000])
  const [l2Hash = '0x' as Hex] = getL2TransactionHashes(sent)
  expect((await publicL2.getTransactionReceipt({ hash: l2Hash })).status).toBe('success')
  const kept = await publicL2.getStorageAt({ address: target, slot: '0x0' })
  expect(BigInt(kept as Hex)).toBe(BigInt(alice))
  const forged = [2n ** 240n + 99n, alice, target, 0n, 0n, '0x'] as const
  for (const [client, address] of [
    [publicL1, messenger],
    [publicL2, l2Messenger],
  ] as const) {
    const call = {
      address,
      abi,
      functionName: 'relayMessage',
      args: forged,
      account: alice,
    } as const
    await expect(client.simulateContract(call)).rejects.toThrow('cannot be replayed')
  }
  await expect(read(chains, 2, l2Messenger, 'xDomainMessageSender')).rejects.toThrow('is not set')
})

test('a deposit with little gas fails on L2, is kept, and can be run again', async () => {
  await using chains = await pair()
  const { publicL2 } = chains
  const messenger = (await read(chains, 1, l1Bridge, 'messenger')) as Hex
  const nonce = (await read(chains, 1, messenger, 'messageNonce')) as bigint
  const target = fresh
  // A loop.
  await chains.askL2('anvil_setCode', target, '0x5b5f56')
  await write(chains, 1, messenger, 'sendMessage', [target, '0x', 0], { value: parseEther('1') })
  expect(await publicL2.getBalance({ address: l2Messenger })).toBe(parseEther('1'))
  await chains.askL2('anvil_setCode', target, '0x00')
  await write(chains, 2, l2Messenger, 'relayMessage', [
    nonce,
    alice,
    target,
    parseEther('1'),
    0n,
    '0x',
  ])
  expect(await publicL2.getBalance({ address: target })).toBe(parseEther('1'))
})
