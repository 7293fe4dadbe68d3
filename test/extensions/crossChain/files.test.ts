import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesToHex, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { optimism } from 'viem/chains'
import { expect, test } from 'vitest'
import { createDevnet } from '../../../src/app/createDevnet.ts'
import { alice, bob, fresh, type Pair, pair } from './pair.ts'

const targetChain = optimism
const portal = optimism.contracts.portal[1].address
const passer = optimism.contracts.l2ToL1MessagePasser.address
const l1 = {
  proposeEvery: 1,
  proofMaturity: '1h',
  maturity: '1m',
  finalizationDelay: '1m',
} as const

const heads = async ({ publicL1, publicL2 }: Pair) =>
  Promise.all([publicL1, publicL2].map(async (client) => (await client.getBlock()).hash))

/** Deposits, and withdraws up to the proof. */
async function begin(chains: Pair) {
  const { publicL1, publicL2, walletL1, walletL2 } = chains
  await walletL1.sendTransaction({ to: portal, value: 5n, gas: 300_000n })
  const args = await publicL1.buildInitiateWithdrawal({ account: alice, to: fresh, value: 3n })
  const hash = await walletL2.initiateWithdrawal(args)
  await chains.pass(2)
  const receipt = await publicL2.getTransactionReceipt({ hash })
  const { game, withdrawal } = await publicL1.waitToProve({ receipt, targetChain })
  const proof = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
  await walletL1.proveWithdrawal(proof as never)
  return withdrawal
}

/** Goes on from there: finalizes, and deposits again. */
async function finish(
  { publicL1, publicL2, walletL1, pass }: Pair,
  withdrawal: Awaited<ReturnType<typeof begin>>,
) {
  await pass(3700)
  const hash = await walletL1.finalizeWithdrawal({ targetChain, withdrawal })
  expect((await publicL1.getTransactionReceipt({ hash })).status).toBe('success')
  expect(await publicL1.getBalance({ address: fresh })).toBe(3n)
  const before = await publicL2.getBalance({ address: alice })
  await walletL1.sendTransaction({ to: portal, value: parseEther('1'), gas: 300_000n })
  expect(await publicL2.getBalance({ address: alice })).toBe(before + parseEther('1'))
}

test('a state file has both chains, which go on from it', async () => {
  await using chains = await pair({ l1 })
  const withdrawal = await begin(chains)
  const file = await chains.devnet.dumpState()
  // Whichever chain is asked.
  expect(await chains.devnet.l1.dumpState()).toEqual(file)
  await using loaded = await pair({ l1, loadState: file })
  expect(await heads(loaded)).toEqual(await heads(chains))
  expect(await loaded.devnet.dumpState()).toEqual(file)
  expect(loaded.devnet.clock.now()).toBe(chains.devnet.clock.now())
  await finish(loaded, withdrawal)
})

test('the times of the contracts in a file count, not those of the options', async () => {
  await using chains = await pair({ l1 })
  const withdrawal = await begin(chains)
  await using loaded = await pair({
    l1: { proposeEvery: 1 },
    loadState: await chains.devnet.dumpState(),
  })
  const [listed] = (await loaded.askL2('preconf_crossChain')) as [object]
  expect(listed).toEqual(((await chains.askL2('preconf_crossChain')) as [object])[0])
  expect(listed).toMatchObject({ kind: 'withdrawal', status: 'waiting-to-finalize' })
  // Its game is won after a minute.
  await loaded.pass(61)
  await expect(loaded.devnet.l1.challengeGame(0n)).rejects.toThrow('game 0')
  await finish(loaded, withdrawal)
})

test('both chains are kept in one file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'preconf-'))
  try {
    const state = join(folder, 'state.json')
    const first = await pair({ l1, state })
    const withdrawal = await begin(first)
    const before = await heads(first)
    await first[Symbol.asyncDispose]()
    await using again = await pair({ l1, state })
    expect(await heads(again)).toEqual(before)
    await finish(again, withdrawal)
    expect(JSON.parse(await readFile(state, 'utf8'))).toHaveProperty('beside.1.preconf')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.each(['askL1', 'askL2'] as const)('a file is put over both chains by %s', async (ask) => {
  await using chains = await pair({ l1 })
  const withdrawal = await begin(chains)
  const before = await heads(chains)
  const file = await chains.devnet.dumpState()
  await chains.walletL1.sendTransaction({ to: portal, value: 9n, gas: 300_000n })
  expect(await heads(chains)).not.toEqual(before)
  expect(await chains[ask]('anvil_loadState', bytesToHex(file))).toBe(true)
  expect(await heads(chains)).toEqual(before)
  await finish(chains, withdrawal)
})

test('a file of one chain is refused, and nothing has changed', async () => {
  await using alone = await createDevnet({ network: 'op', clock: 'manual', mining: 'auto' })
  const file = await alone.dumpState()
  await expect(pair({ l1, loadState: file })).rejects.toThrow('has no chain 1 beside its own')
  await using chains = await pair({ l1 })
  await begin(chains)
  const before = await heads(chains)
  for (const ask of [chains.askL1, chains.askL2]) {
    const asked = ask('anvil_loadState', bytesToHex(file))
    await expect(asked).rejects.toThrow('has no chain 1 beside its own')
  }
  expect(await heads(chains)).toEqual(before)
})

test('the L2 of a file goes on without its L1, as it begins at the top', async () => {
  await using chains = await pair({ l1 })
  await begin(chains)
  const loadState = await chains.devnet.dumpState()
  await using alone = await createDevnet({ network: 'op', clock: 'manual', loadState })
  const [, before] = await heads(chains)
  const { hash } = (await alone.provider.request({
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })) as { hash: Hex }
  expect(hash).toBe(before)
  await alone.seal()
})

test('what cannot be is refused with its name', async () => {
  await using chains = await pair({ l1 })
  const loadState = await chains.devnet.dumpState()
  await expect(pair({ l1, loadState, seed: 'other' })).rejects.toThrow('seed')
  const genesis = genesisWith({ chainId: 10 })
  await expect(pair({ l1: { chainId: 10 }, genesis })).rejects.toThrow('l1.chainId')
  await expect(pair({ l1, genesis, chain: '0xc0' })).rejects.toThrow()
})

/** A genesis of an L2 where Alice has 40 ether and a contract has 2. */
function genesisWith(config: object): string {
  const names = ['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople']
  const later = ['petersburg', 'istanbul', 'berlin', 'london']
  const forks = {
    ...Object.fromEntries([...names, ...later].map((name) => [`${name}Block`, 0])),
    shanghaiTime: 0,
    cancunTime: 0,
    pragueTime: 0,
  }
  const alloc = {
    [alice]: { balance: `0x${parseEther('40').toString(16)}` },
    [holder]: { balance: `0x${parseEther('2').toString(16)}`, code: '0x00' },
  }
  const header = { difficulty: '0x0', gasLimit: '0x1c9c380', timestamp: '0x6553f100' }
  return JSON.stringify({
    config: { ...config, ...forks, terminalTotalDifficulty: 0 },
    ...header,
    alloc,
  })
}

const holder: Hex = '0x00000000000000000000000000000000000000bb'

test.each([{}, { compat: 'anvil' }] as const)(
  'an L2 begins with the accounts of a genesis, all of which can leave (%o)',
  async (options) => {
    await using chains = await pair({ l1, genesis: genesisWith({ chainId: 4242 }), ...options })
    const { devnet, publicL1, publicL2 } = chains
    expect(devnet.chainId).toBe(4242)
    expect(await publicL2.getCode({ address: holder })).toBe('0x00')
    const value = parseEther('30')
    const args = await publicL1.buildInitiateWithdrawal({ account: alice, to: fresh, value })
    const call = { from: alice, value: `0x${value.toString(16)}`, to: passer }
    const data = encodeFunctionData({
      abi: parseAbi(['function initiateWithdrawal(address, uint256, bytes) payable']),
      args: [args.request.to as Hex, args.request.gas, '0x'],
    })
    const sent = { ...call, data, gas: '0x493e0' }
    const hash = (await chains.askL2('eth_sendTransaction', sent)) as Hex
    await chains.pass(2)
    const receipt = await publicL2.getTransactionReceipt({ hash })
    const { game, withdrawal } = await publicL1.waitToProve({ receipt, targetChain })
    const proof = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
    await chains.walletL1.proveWithdrawal(proof as never)
    await chains.pass(3700)
    await chains.walletL1.finalizeWithdrawal({ targetChain, withdrawal })
    expect(await publicL1.getBalance({ address: fresh })).toBe(value)
    await chains.walletL1.sendTransaction({ to: portal, value: 5n, gas: 300_000n })
  },
)

test('several L2s are in one file', async () => {
  const options = { network: ['op', 'base'], l1, clock: 'manual', mining: 'auto' } as const
  await using chains = await createDevnet(options as never)
  await chains.seal()
  const file = await chains.dumpState()
  expect(Object.keys(JSON.parse(Buffer.from(file).toString()).beside)).toEqual(['1', '8453'])
  await using loaded = await createDevnet({ ...options, loadState: file } as never)
  expect(await loaded.dumpState()).toEqual(file)
})

test('a fixture sets both chains up, and goes back to them', async () => {
  await using chains = await pair({ l1 })
  const { devnet, publicL2, walletL2 } = chains
  async function deposited({ l1: below }: typeof devnet) {
    const value = { from: alice, to: portal, value: '0x7', gas: '0x493e0' }
    await below.provider.request({ method: 'eth_sendTransaction', params: [value] })
    return { amount: 7n }
  }
  const load = () => devnet.loadFixture(deposited as never) as Promise<unknown>
  expect(await load()).toEqual({ amount: 7n })
  const before = await heads(chains)
  await walletL2.sendTransaction({ account: bob, to: fresh, value: 1n })
  await chains.pass(5)
  await load()
  expect(await heads(chains)).toEqual(before)
  expect(await publicL2.getBlockNumber({ cacheTime: 0 })).toBe(1n)
})

test('a declared fixture is of the L2, and a scenario of the chain that plays it', async () => {
  const fixture = JSON.stringify({ version: 1, accounts: { zoe: { balance: '5 ether' } } })
  await using chains = await pair({ l1, mining: 'flashblocks', fixture })
  const { devnet } = chains
  expect(devnet.fixture.accounts).toHaveProperty('zoe')
  expect(devnet.l1.fixture.accounts).not.toHaveProperty('zoe')
  await devnet.clock.advance('12s')
  const block = () => chains.publicL1.getBlock({ blockNumber: 1n })
  const { hash } = await block()
  await devnet.l1.play({ steps: [{ after: '1s', reorg: { depth: 1 } }] })
  await devnet.clock.advance('2s')
  expect((await block()).hash).not.toBe(hash)
  expect(devnet.l1.scenario?.status).toBe('ended')
})
