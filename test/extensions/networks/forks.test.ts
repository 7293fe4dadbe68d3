import { parseEther, parseGwei } from 'viem'
import { expect, test } from 'vitest'
import { networkOfChain } from '../../../src/extensions/fork/live/findFork.ts'
import { createDevnet, type PreconfDevnet } from '../../../src/index.ts'
import type { NetworkName } from '../../../src/types/network.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import type { JsonObject } from '../../../src/types/values.ts'
import { byTags, clientsOf, follow, untilPooled } from './client.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const fees = { gas: 50_000n, gasPrice: parseGwei('200') }

/** A live chain with three blocks, the newest with a transaction, and a fork of it. */
async function forkOf(live: DevnetOptions, options: DevnetOptions = {}) {
  const upstream = await createDevnet({ ...live, clock: 'manual' })
  await upstream.seal()
  await upstream.seal()
  const { wallet, url, client } = await clientsOf(upstream)
  await wallet.sendTransaction({ to: bob, value: 1n, ...fees })
  await untilPooled(upstream, 1)
  await upstream.seal()
  const fork = await createDevnet({ fork: url, clock: 'manual', ...options })
  const close = async () => {
    await fork.close()
    await upstream.close()
  }
  return { upstream, client, fork, [Symbol.asyncDispose]: close }
}

const info = { method: 'preconf_networkInfo' } as const

test.each([
  ['monad', {}],
  ['monad', { chainId: 10_143 }],
  ['bnb', {}],
  ['bnb', { chainId: 97 }],
  ['rise', {}],
  ['rise', { chainId: 11_155_931 }],
  ['arbitrum', {}],
] as const)('a fork of %s %o has its record', async (network, options) => {
  await using chains = await forkOf({ network, ...options })
  const { upstream, fork } = chains
  const [live, own] = await Promise.all([
    upstream.provider.request(info),
    fork.provider.request(info),
  ])
  const { chainId } = upstream
  expect(own).toEqual({ ...live, chainId })
  const before = await fork.provider.request({ method: 'eth_blockNumber' })
  await fork.clock.advance((own as { blockMs: number }).blockMs)
  const after = await fork.provider.request({ method: 'eth_blockNumber' })
  expect([before, after]).toEqual(['0x3', '0x4'])
})

test('local blocks of a fork of Monad follow its rules and pass through its states', async () => {
  await using chains = await forkOf({ network: 'monad' })
  const { fork, upstream } = chains
  await using socket = await follow(fork, [['monadNewHeads']])
  const { client, wallet } = await clientsOf(fork)
  const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1'), ...fees })
  expect(await client.request({ method: 'eth_getTransactionByHash', params: [hash] })).toBeNull()
  await fork.clock.advance(300)
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({ gasUsed: 50_000n })
  await fork.clock.advance(300)
  expect((await byTags(fork, bob)).numbers).toEqual([5, 5, 4, 3])
  await fork.clock.advance(300)
  expect((await byTags(fork, bob)).numbers).toEqual([6, 6, 5, 4])
  const states = (await socket.read()).filter(({ result }) => result.number === '0x4')
  expect(states.map(({ result }) => result.commitState)).toEqual(['Proposed', 'Voted', 'Finalized'])
  expect(await refusal(fork, 'eth_newFilter', [{}])).toEqual(
    await refusal(upstream, 'eth_newFilter', [{}]),
  )
})

async function refusal(devnet: PreconfDevnet, method: string, params: readonly unknown[]) {
  const { code, message } = await devnet.provider.request({ method, params: params as never }).then(
    (answer) => ({ code: 0, message: JSON.stringify(answer) }),
    (error: { code: number; message: string }) => error,
  )
  return { code, message }
}

test('the base fee goes on from the live head', async () => {
  const baseFee = 150_000_000_000n
  await using monad = await forkOf({ network: { like: 'monad', minBaseFee: baseFee } })
  await using rise = await forkOf({ network: { like: 'rise', constantBaseFee: 999_999n } })
  for (const { client, upstream, fork: own } of [monad, rise]) {
    const { client: ofFork } = await clientsOf(own)
    await upstream.seal()
    await own.seal()
    const [live, local] = await Promise.all([client.getBlock(), ofFork.getBlock()])
    expect(local.number).toBe(live.number)
    expect(local.baseFeePerGas).toBeLessThanOrEqual(live.baseFeePerGas ?? 0n)
    expect(local.baseFeePerGas).toBeGreaterThan(((live.baseFeePerGas ?? 0n) * 7n) / 8n)
  }
})

test('what the options say stays, and a node of compat keeps its way to make blocks', async () => {
  await using chains = await forkOf({ network: 'monad' }, { compat: 'anvil', slotsInAnEpoch: 7 })
  const { client, wallet } = await clientsOf(chains.fork)
  const hash = await wallet.sendTransaction({ to: bob, value: 1n, ...fees })
  expect((await client.getTransactionReceipt({ hash })).blockNumber).toBe(4n)
})

test.each<[number, JsonObject, NetworkName | undefined, number | undefined]>([
  [8453, {}, 'base-flashblocks', 8453],
  [8453, { timestampMs: '0x1' }, 'base', 8453],
  [84_532, {}, 'base-flashblocks', 84_532],
  [11_155_420, {}, 'op', 11_155_420],
  [1301, {}, 'unichain', 1301],
  [1, {}, undefined, undefined],
  [10_143, { extraData: '0x' }, 'monad', 10_143],
])('the chain %s with %o is like %s', (chainId, raw, name, id) => {
  const network = networkOfChain(chainId, raw)
  expect([network?.name, network?.chainId]).toEqual([name, id])
})

test('a chain that is not known is like OP Mainnet where its blocks have the fee market of the OP stack', () => {
  const extraData = '0x01000000fa000000020000000000000000'
  expect(networkOfChain(77_777, { extraData })).toMatchObject({
    name: 'chain 77777',
    rules: 'opStack',
    chainId: 77_777,
    denominator: 250,
  })
  expect(networkOfChain(77_777, { extraData: '0x' })).toBeUndefined()
})
