import { type Hex, parseAbi, parseEther } from 'viem'
import { optimism } from 'viem/chains'
import { getL2TransactionHashes } from 'viem/op-stack'
import { expect, test } from 'vitest'
import { createDevnet } from '../../../src/app/createDevnet.ts'
import { alice, fresh, type Pair, pair } from './pair.ts'

const portal = optimism.contracts.portal[1].address
const factory = optimism.contracts.disputeGameFactory[1].address
const gameAbi = parseAbi([
  'function gameCount() view returns (uint256)',
  'function gameAtIndex(uint256) view returns (uint32, uint64, address)',
  'function status() view returns (uint8)',
  'function l2BlockNumber() view returns (uint256)',
])

async function deposit(chains: Pair, value: bigint): Promise<Hex> {
  const hash = await chains.walletL1.sendTransaction({ to: portal, value, gas: 300_000n })
  return hash
}

const heads = async ({ publicL1, publicL2 }: Pair) => {
  const [one, two] = [await publicL1.getBlock(), await publicL2.getBlock()]
  return [one.hash, two.hash]
}

const below = (chains: Pair) => ({ devnet: chains.devnet.l1, ask: chains.askL1 })
const above = (chains: Pair) => ({ devnet: chains.devnet, ask: chains.askL2 })

test.each([
  ['L1', below],
  ['L2', above],
] as const)('what goes back on %s goes back on both chains', async (_name, chainOf) => {
  await using chains = await pair({ l1: { proposeEvery: 1 } })
  const { devnet, ask } = chainOf(chains)
  await deposit(chains, 5n)
  const before = await heads(chains)
  const snapshot = await ask('evm_snapshot')
  const checkpoint = await devnet.checkpoint()
  await deposit(chains, 6n)
  const later = await heads(chains)
  expect(later[0]).not.toBe(before[0])
  expect(later[1]).not.toBe(before[1])
  await devnet.restore(checkpoint)
  expect(await heads(chains)).toEqual(before)
  await deposit(chains, 6n)
  expect(await heads(chains)).toEqual(later)
  expect(await ask('evm_revert', snapshot)).toBe(true)
  expect(await heads(chains)).toEqual(before)
  // It goes on from there.
  await deposit(chains, 6n)
  expect(await heads(chains)).toEqual(later)
  await ask('anvil_reset')
  expect([await chains.publicL1.getBlockNumber(), await chains.publicL2.getBlockNumber()]).toEqual([
    0n,
    0n,
  ])
  await deposit(chains, 5n)
  expect(await heads(chains)).toEqual(before)
})

test('a fork has an L1 of its own', async () => {
  await using chains = await pair()
  await deposit(chains, 5n)
  const before = await heads(chains)
  const fork = await chains.devnet.fork()
  try {
    const value = await fork.l1.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: alice, to: portal, value: '0x7', gas: '0x493e0' }],
    })
    expect(value).toMatch(/^0x/)
    const ask = (method: string) => fork.provider.request({ method, params: [] })
    expect(await ask('eth_blockNumber')).toBe('0x2')
    expect(await fork.l1.provider.request({ method: 'eth_blockNumber', params: [] })).toBe('0x2')
    expect(await heads(chains)).toEqual(before)
  } finally {
    await fork.close()
  }
  await deposit(chains, 5n)
})

test('neither chain takes a live chain alone', async () => {
  await using chains = await pair()
  await deposit(chains, 5n)
  const before = await heads(chains)
  for (const ask of [chains.askL1, chains.askL2]) {
    const forking = { jsonRpcUrl: 'http://127.0.0.1:1' }
    await expect(ask('anvil_reset', { forking })).rejects.toThrow(
      'chains beside each other begin and end together',
    )
  }
  expect(await heads(chains)).toEqual(before)
})

test('time is that of both chains', async () => {
  await using chains = await pair({ mining: 'manual' })
  const { devnet } = chains
  expect(devnet.l1.clock.now()).toBe(devnet.clock.now())
  await devnet.clock.advance('5m')
  await chains.askL1('evm_increaseTime', 3600)
  expect(devnet.l1.clock.now()).toBe(devnet.clock.now())
  await devnet.seal()
  await devnet.l1.seal()
  const [one, two] = [await chains.publicL1.getBlock(), await chains.publicL2.getBlock()]
  expect(one.timestamp).toBe(two.timestamp)
})

test('both chains are served, and closing one closes both', async () => {
  const devnet = await createDevnet({ network: 'op', l1: true, mining: 'auto' })
  const { url } = await devnet.listen({ port: 0 })
  const ask = async (path: string, method: string) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body })
    return ((await response.json()) as { result: unknown }).result
  }
  expect(await ask('/', 'eth_chainId')).toBe('0xa')
  expect(await ask('/l1', 'eth_chainId')).toBe('0x1')
  expect(await ask('/other', 'eth_chainId')).toBe('0xa')
  expect(await ask('/other/l1', 'eth_chainId')).toBe('0x1')
  expect(await ask('/other/l1', 'evm_mine')).toBe('0x0')
  expect(await ask('/other/l1', 'eth_blockNumber')).toBe('0x1')
  expect(await ask('/l1', 'eth_blockNumber')).toBe('0x0')
  await devnet.l1.close()
  await expect(ask('/', 'eth_chainId')).rejects.toThrow('fetch failed')
})

test.each([
  [{ l1: true }, 'give a network of the OP stack too'],
  [{ l1: true, network: 'arbitrum' }, 'give a network of the OP stack too'],
  [{ l1: { lag: 1 }, network: 'op' }, 'lag'],
  [{ l1: { originLag: -1 }, network: 'op' }, 'l1.originLag'],
  [{ l1: 'originLag=x', network: 'op' }, 'l1.originLag'],
  [{ l1: { chainId: 10 }, network: 'op' }, 'l1.chainId'],
  [{ l1: true, network: 'op', fork: 'http://127.0.0.1:1' }, 'give the L1 of that chain too'],
] as const)('options that cannot be are refused: %j', async (options, words) => {
  await expect(createDevnet(options as never)).rejects.toThrow(words)
})

test('options may be text, as the command has them', async () => {
  await using devnet = await createDevnet({
    network: 'op',
    clock: 'manual',
    l1: 'chainId=900,blockTime=1s,proposeEvery=3',
  })
  expect(devnet.viemChain.contracts.portal).toEqual({ 900: { address: portal } })
  await using none = await createDevnet({ network: 'op', clock: 'manual', l1: false })
  expect(none.viemChain.contracts).not.toHaveProperty('portal')
})

test.each(['flashblocks', 'auto'] as const)(
  'a reorg of L1 takes a deposit from L2, which comes again from its new block (%s)',
  async (mining) => {
    await using chains = await pair({ mining, l1: { blockTime: '4s' } })
    const { devnet, publicL1, publicL2 } = chains
    const pass = async (ms: number) => {
      if (mining !== 'auto') await devnet.clock.advance(ms)
    }
    const sent = await deposit(chains, 9n)
    await pass(8000)
    const first = await publicL1.getTransactionReceipt({ hash: sent })
    const [before = '0x' as Hex] = getL2TransactionHashes(first)
    expect((await publicL2.getTransactionReceipt({ hash: before })).status).toBe('success')
    const balance = await publicL2.getBalance({ address: alice })
    const depth = Number((await publicL1.getBlockNumber()) - first.blockNumber) + 1
    await devnet.l1.reorg({ depth, requeue: true })
    await expect(publicL2.getTransactionReceipt({ hash: before })).rejects.toThrow('not be found')
    if (mining === 'auto') await devnet.l1.seal()
    await pass(8000)
    const again = await publicL1.getTransactionReceipt({ hash: sent })
    expect(again.blockHash).not.toBe(first.blockHash)
    const [after = '0x' as Hex] = getL2TransactionHashes(again)
    expect(after).not.toBe(before)
    expect((await publicL2.getTransactionReceipt({ hash: after })).status).toBe('success')
    expect(await publicL2.getBalance({ address: alice })).toBe(balance)
  },
)

test('a reorg of L2 has its deposits again, and the games about it are lost', async () => {
  await using chains = await pair({ l1: { proposeEvery: 1 } })
  const { devnet, publicL1, publicL2 } = chains
  const sent = await deposit(chains, parseEther('1'))
  const [hash = '0x' as Hex] = getL2TransactionHashes(
    await publicL1.getTransactionReceipt({ hash: sent }),
  )
  const { blockHash } = await publicL2.getTransactionReceipt({ hash })
  const status = async (index: bigint) => {
    const [, , address] = await publicL1.readContract({
      address: factory,
      abi: gameAbi,
      functionName: 'gameAtIndex',
      args: [index],
    })
    return publicL1.readContract({ address, abi: gameAbi, functionName: 'status' })
  }
  expect(await status(0n)).toBe(0)
  await devnet.reorg({ depth: 1 })
  const again = await publicL2.getTransactionReceipt({ hash })
  expect(again.blockHash).not.toBe(blockHash)
  expect(again.blockNumber).toBe(1n)
  expect(await status(0n)).toBe(1)
  await chains.walletL2.sendTransaction({ to: fresh, value: 1n })
  expect(await status(1n)).toBe(0)
  await chains.pass(4 * 86_400)
  expect(await status(0n)).toBe(1)
  expect(await status(1n)).toBe(2)
})
