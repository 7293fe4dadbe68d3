import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { base, optimism } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDevnet } from '../../../src/app/createDevnet.ts'
import type { L1Options } from '../../../src/types/crossChain.ts'
import type { ForkRequest } from '../../../src/types/options/forkOptions.ts'
import { deposit, forksOf, prove, statusOf, withdraw } from './liveForks.ts'
import { alice, bob, fresh, type Pair, pair, week } from './pair.ts'

const targetChain = optimism
/** An account that nothing has read. */
const holder: Hex = `0x${'ab'.repeat(20)}`

const portal = optimism.contracts.portal[1].address
const portalAbi = parseAbi([
  'function depositTransaction(address, uint256, uint64, bool, bytes) payable',
])
const bridge = optimism.contracts.l1StandardBridge[1].address

/** A pair that is live for those that fork it, with a deposit that is on its L1 alone. */
let live: Pair
let url: string

beforeAll(async () => {
  live = await pair({ mining: 'manual', seed: 'live' })
  const { walletL1, devnet } = live
  for (const value of [1n, 2n]) {
    await walletL1.sendTransaction({ to: portal, value, gas: 300_000n })
    await devnet.l1.seal()
    if (value === 1n) await devnet.seal()
  }
  url = (await devnet.listen({ port: 0 })).url
})

afterAll(() => live[Symbol.asyncDispose]())

test('viem deposits and withdraws over the contracts of the live chains', async () => {
  await using chains = await forksOf(url)
  const { publicL1, publicL2, walletL1 } = chains
  const before = await publicL2.getBalance({ address: alice })
  const { onL1, onL2 } = await deposit(chains, parseEther('3'))
  const arrived = await publicL2.getTransactionReceipt({ hash: onL2 })
  expect(arrived).toMatchObject({ status: 'success', type: '0x7e' })
  expect(await publicL2.getBalance({ address: fresh })).toBe(parseEther('3'))
  // The deposit of the live L1 is not derived again.
  expect(await publicL2.getBalance({ address: alice })).toBe(before)
  expect(await chains.askL2('preconf_crossChain', onL1)).toMatchObject([{ status: 'success' }])

  const receipt = await withdraw(chains)
  expect(await statusOf(chains, receipt)).toBe('ready-to-prove')
  await chains.pass(2)
  const withdrawal = await prove(chains, receipt)
  expect(await statusOf(chains, receipt)).toBe('waiting-to-finalize')
  await chains.pass(week + 1)
  expect(await statusOf(chains, receipt)).toBe('ready-to-finalize')
  const hash = await walletL1.finalizeWithdrawal({ targetChain, withdrawal })
  expect((await publicL1.getTransactionReceipt({ hash })).status).toBe('success')
  expect(await statusOf(chains, receipt)).toBe('finalized')
  expect(await publicL1.getBalance({ address: fresh })).toBe(parseEther('1'))
  const crossing = [{ status: 'finalized', withdrawalHash: withdrawal.withdrawalHash }]
  expect(await chains.askL1('preconf_crossChain', receipt.transactionHash)).toMatchObject(crossing)
})

test('messages of the live messengers come over while blocks are made by time', async () => {
  await using chains = await forksOf(url, { mining: 'flashblocks', l1: { proposeEvery: 2 } })
  const { devnet, publicL1, publicL2, walletL1 } = chains
  const hash = await walletL1.sendTransaction({ to: bridge, value: 5n, gas: 500_000n })
  await devnet.clock.advance('12s')
  const [sent] = (await chains.askL1('preconf_crossChain', hash)) as [{ status: string }]
  expect(sent).toMatchObject({ status: 'preconfirmed', value: '0x5' })
  await devnet.clock.advance('2s')
  expect(await chains.askL1('preconf_crossChain', hash)).toMatchObject([
    { status: 'success', relay: 'relayed' },
  ])
  const started = await chains.walletL2.initiateWithdrawal(
    await publicL1.buildInitiateWithdrawal({ account: alice, to: fresh, value: 1n }),
  )
  await devnet.clock.advance('24s')
  const receipt = await publicL2.getTransactionReceipt({ hash: started })
  const { game, withdrawal } = await publicL1.waitToProve({ receipt, targetChain })
  const proof = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
  await walletL1.proveWithdrawal(proof as never)
  await devnet.clock.advance('12s')
  expect(await statusOf(chains, receipt)).toBe('waiting-to-finalize')
})

test.each(['askL1', 'askL2'] as const)('what goes back by %s goes back on both', async (ask) => {
  await using chains = await forksOf(url)
  const heads = () => Promise.all([chains.publicL1, chains.publicL2].map((one) => one.getBlock()))
  const start = await heads()
  await deposit(chains, 3n)
  const receipt = await withdraw(chains, 1n)
  await chains.pass(2)
  const id = await chains[ask]('evm_snapshot')
  const before = await heads()
  const withdrawal = await prove(chains, receipt)
  await deposit(chains, 4n)
  expect(await chains[ask]('evm_revert', id)).toBe(true)
  expect(await heads()).toEqual(before)
  expect(await statusOf(chains, receipt)).toBe('ready-to-prove')

  // A fork of the forks, which goes on with the bridge of both.
  await using other = await chains.devnet.fork()
  const onFork = (method: string, ...params: unknown[]) =>
    other.l1.provider.request({ method, params })
  await onFork('eth_sendTransaction', { from: bob, to: portal, value: '0x7', gas: '0x493e0' })
  const [arrived] = (await onFork('preconf_crossChain')) as [{ status: string; value: Hex }]
  expect(arrived).toMatchObject({ status: 'success', value: '0x7' })
  expect(await heads()).toEqual(before)

  await prove(chains, receipt)
  await chains.pass(week + 1)
  await chains.walletL1.finalizeWithdrawal({ targetChain, withdrawal })
  expect(await statusOf(chains, receipt)).toBe('finalized')
  await chains[ask]('anvil_reset', { forking: {} })
  expect(await heads()).toEqual(start)
  await expect(chains[ask]('anvil_reset')).rejects.toThrow('such as forking: {}')
  await deposit(chains, 3n)
  expect(await chains.publicL2.getBalance({ address: fresh })).toBe(3n)
})

test('a state file has both forks, which go on from it', async () => {
  await using chains = await forksOf(url)
  const receipt = await withdraw(chains, 1n)
  await chains.pass(2)
  const withdrawal = await prove(chains, receipt)
  const loadState = await chains.devnet.dumpState()
  await using loaded = await forksOf(url, { loadState })
  for (const [one, other] of [
    [chains.publicL1, loaded.publicL1],
    [chains.publicL2, loaded.publicL2],
  ] as const) {
    expect((await other.getBlock()).hash).toBe((await one.getBlock()).hash)
  }
  await loaded.pass(week + 1)
  await loaded.walletL1.finalizeWithdrawal({ targetChain, withdrawal })
  expect(await statusOf(loaded, receipt)).toBe('finalized')
  await deposit(loaded, 3n)
  expect(await loaded.publicL2.getBalance({ address: fresh })).toBe(3n)
})

test('a reorg takes deposits from the L2, and games about what is gone', async () => {
  await using chains = await forksOf(url)
  const { devnet, publicL2 } = chains
  const { onL2 } = await deposit(chains, 3n)
  await devnet.l1.reorg({ depth: 2 })
  await expect(publicL2.getTransactionReceipt({ hash: onL2 })).rejects.toThrow('not be found')
  const receipt = await withdraw(chains, 1n)
  await chains.pass(2)
  await prove(chains, receipt)
  await devnet.reorg({ depth: 1, requeue: true })
  expect(await statusOf(chains, receipt)).toBe('ready-to-prove')
})

const nowhere = 'http://127.0.0.1:1'

test.each([
  ['only the L2', { fork: nowhere, l1: true }, 'give the L1 of that chain too'],
  ['only the L1', { network: 'op', l1: { fork: nowhere } }, 'give a live chain for the L2 too'],
  ['times', { fork: nowhere, l1: { fork: nowhere, maturity: '1m' } }, 'l1.maturity'],
  ['an id', { fork: nowhere, l1: { fork: nowhere, chainId: 5 } }, 'l1.chainId'],
  ['no URL', { fork: nowhere, l1: { fork: {} } }, 'invalid l1.fork'],
  ['a field', { fork: nowhere, l1: { fork: { block: 1 } } }, 'blockNumber'],
  ['a portal', { network: 'op', l1: { portal: portal } }, 'l1.portal'],
  ['two L2s', { network: ['op', 'base'], fork: nowhere, l1: { fork: nowhere } }, 'their order: 2'],
  ['two chains', { network: 'op', fork: [nowhere, nowhere] }, 'several live chains are L2s'],
  ['messages', { fork: nowhere, l1: { fork: nowhere, autorelay: true } }, 'l1.autorelay'],
] as const)('%s cannot be forked', async (_, options, words) => {
  await expect(createDevnet(options as never)).rejects.toThrow(words)
})

test('a pair that is none is refused', async () => {
  const refused = (l1: L1Options, words: string, fork = url) =>
    expect(createDevnet({ fork, l1, clock: 'manual' })).rejects.toThrow(words)
  await refused({ fork: url }, 'this is the L2')
  await refused({ fork: `${url}/l1@0` }, 'give block 1 or a later one')
  await refused({ fork: `${url}/l1`, portal: fresh }, 'there is none at this address')
  await refused({ fork: `${url}/l1` }, 'of the OP stack', `${url}/l1`)
  await using other = await pair({ seed: 'other' })
  await other.devnet.l1.seal()
  const { url: elsewhere } = await other.devnet.listen({ port: 0 })
  await refused({ fork: `${elsewhere}/l1` }, 'its origin, block 1, is')
})

test('an error says which of the live chains does not answer', async () => {
  await using gone = await pair()
  const { url: there, close } = await gone.devnet.listen({ port: 0 })
  const once = { retries: 0, prefetch: 'off' } as const
  // A proposal would need the L1.
  const l1 = { fork: { url: `${there}/l1`, ...once }, proposeEvery: 1000 }
  await using chains = await forksOf(url, { fork: { url: there, ...once }, l1 })
  await close()
  for (const [ask, role] of [
    [chains.askL1, 'the L1'],
    [chains.askL2, 'the L2'],
  ] as const) {
    const words = `(${role}) cannot be reached`
    await expect(ask('eth_getBalance', holder, 'latest')).rejects.toThrow(words)
    const request = { from: alice, to: holder, value: '0x1' }
    await expect(ask('eth_sendTransaction', request)).rejects.toThrow(words)
    // Both go on with what they have.
    await ask('evm_mine')
  }
})

test('an L2 whose live chain does not answer goes on, and has the deposit when it does', async () => {
  let isThere = true
  const request: ForkRequest = async (asked) => {
    if (isThere) return live.devnet.provider.request(asked as never)
    throw new Error('away')
  }
  const fork = { request, retries: 0, prefetch: 'off' } as const
  const l1 = { fork: `${url}/l1`, proposeEvery: 1000 }
  await using devnet = await createDevnet({ fork, l1, clock: 'manual' })
  const errors: unknown[] = []
  devnet.on('error', (error) => errors.push(error))
  isThere = false
  const sent = { from: alice, to: portal, value: '0x3', gas: '0x493e0' }
  const data = encodeFunctionData({
    abi: portalAbi,
    args: [holder, 3n, 100_000n, false, '0x'],
  })
  const params = [{ ...sent, data }]
  const hash = await devnet.l1.provider.request({ method: 'eth_sendTransaction', params })
  const status = async () => {
    const asked = { method: 'preconf_crossChain', params: [hash] }
    const [crossing] = (await devnet.provider.request(asked)) as [{ status: string }]
    return crossing.status
  }
  const head = async () => Number(await devnet.provider.request({ method: 'eth_blockNumber' }))
  const before = await head()
  await devnet.clock.advance('24s')
  expect(await head()).toBe(before + 12)
  expect(await status()).toBe('waiting')
  expect(errors).toMatchObject([{ message: 'the function (the L2) cannot be reached: away' }])
  isThere = true
  await devnet.clock.advance('12s')
  expect(await status()).toBe('success')
  expect(errors).toHaveLength(1)
})

test('several L2s and their L1 are forked', async () => {
  const network = ['op', 'base-flashblocks'] as const
  const quiet = { clock: 'manual', mining: 'auto' } as const
  await using other = await createDevnet({ network, l1: true, ...quiet })
  const { url: there } = await other.listen({ port: 0 })
  const l1 = { fork: `${there}/l1` }
  const urls = network.map((name) => `${there}/${name}`)
  await using devnet = await createDevnet({ network, fork: urls, l1, ...quiet })
  const { l2s } = devnet
  expect(l2s['base-flashblocks'].viemChain.contracts).toMatchObject({
    portal: { 1: { address: base.contracts.portal[1].address } },
    disputeGameFactory: {
      1: { address: base.contracts.disputeGameFactory[1].address },
    },
  })
  expect([devnet, l2s['base-flashblocks'], devnet.l1].map(({ chainId }) => chainId)).toEqual([
    10, 8453, 1,
  ])
  const file = await devnet.dumpState()
  const balances = async ({ l2s }: typeof devnet) =>
    Promise.all(
      Object.values(l2s).map(({ provider }) =>
        provider.request({ method: 'eth_getBalance', params: [holder, 'latest'] }),
      ),
    )
  const data = encodeFunctionData({ abi: portalAbi, args: [holder, 7n, 100_000n, false, '0x'] })
  const to = base.contracts.portal[1].address
  const request = { from: alice, to, value: '0x7', gas: '0x493e0', data }
  await devnet.l1.provider.request({ method: 'eth_sendTransaction', params: [request] })
  expect(await balances(devnet)).toEqual(['0x0', '0x7'])
  await using loaded = await createDevnet({ network, fork: urls, l1, ...quiet, loadState: file })
  expect(await balances(loaded)).toEqual(['0x0', '0x0'])
  const same = { network, l1, ...quiet }
  const twice = createDevnet({ ...same, fork: [`${there}/op`, `${there}/op`] })
  await expect(twice).rejects.toThrow('give each network a live chain of its own')
})

test('what cassettes of both have is enough for the bridge', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'preconf-live-'))
  const cassettes = ['l2', 'l1'].map((name) => join(folder, `${name}.fork.jsonl`))
  const run = async ([l2, l1]: readonly [object, object]) => {
    const [own, below] = cassettes.map((cassette) => ({ cassette }))
    await using chains = await forksOf(url, {
      fork: { ...l2, ...own },
      l1: { fork: { ...l1, ...below } },
    })
    await deposit(chains, 3n)
    const receipt = await withdraw(chains, 1n)
    await chains.pass(2)
    await prove(chains, receipt)
    const { requests } = chains.devnet.l1.forkInfo ?? {}
    const { hash } = await chains.publicL1.getBlock()
    return { requests, hash, status: await statusOf(chains, receipt) }
  }
  try {
    const recorded = await run([{ url }, { url: `${url}/l1` }])
    const offline = { offline: true }
    expect(await run([offline, offline])).toEqual({ ...recorded, requests: 0 })
    expect(recorded.status).toBe('waiting-to-finalize')
  } finally {
    await rm(folder, { recursive: true })
  }
})
