import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, custom, type Hex, parseEther, parseGwei } from 'viem'
import { afterAll, expect, test } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { testDevnet } from '../support/testDevnet.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-fixture-chain-'))
afterAll(() => rmSync(folder, { recursive: true }))

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const start = 1_767_225_600n
const tokenPath = join(import.meta.dirname, '../../fixtures/Token.json')
const usdc = { artifact: tokenPath, args: ['USD Coin', 'USDC', 7] }

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function clientOf(devnet: PreconfDevnet<unknown>) {
  return createPublicClient({ transport: custom(devnet.provider) })
}

test('a fixture is put over a chain that runs: all at once, told of, and its pool stays', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const send = (value: Hex, nonce?: Hex) =>
    devnet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: bob, to: alice, value, nonce, gas: '0x5208' }],
    })
  const pooled = await send('0x1')
  await devnet.flashblock()
  const waiting = await send('0x2', '0x5')
  const heads: bigint[] = []
  devnet.on('block', ({ number }) => heads.push(number))
  const loading = devnet.loadFixture({
    accounts: { alice: {} },
    contracts: { usdc },
    mine: 2,
    labels: { friend: bob },
  })
  const late = await send('0x3', '0x6')
  const { contracts, labels } = await loading
  expect(heads).toEqual([1n, 2n, 3n])
  expect(devnet.fixture).toEqual({ accounts: expect.anything(), contracts, labels })
  expect(labels[bob]).toBe('friend')
  expect(devnet.transaction(pooled)).toMatchObject({ status: 'sealed', blockNumber: 1n })
  expect(devnet.transaction(waiting)).toMatchObject({ status: 'pooled' })
  expect(devnet.transaction(late)).toMatchObject({ status: 'pooled' })
  expect(await clientOf(devnet).getCode({ address: contracts.usdc.address })).toMatch(/^0x6080/)
  // It goes on: the next block is open, and sealed at its time.
  await devnet.clock.advance(2000)
  expect(heads).toEqual([1n, 2n, 3n, 4n])
})

test('what is loaded again is as it was when it had been loaded, by its path and by its object', async () => {
  await using devnet = await testDevnet()
  const path = write('funds.yaml', 'version: 1\naccounts: {bob: {mnemonicIndex: 1, balance: 5}}\n')
  const contracts = { contracts: { usdc } }
  const client = clientOf(devnet)
  await devnet.loadFixture(path)
  await devnet.loadFixture(contracts)
  expect(Object.keys(devnet.fixture.contracts)).toEqual(['usdc'])
  const head = await client.getBlock()
  expect(await devnet.loadFixture(path)).toMatchObject({ accounts: { bob: { address: bob } } })
  expect(await client.getBlockNumber()).toBe(1n)
  expect(devnet.fixture.contracts).toEqual({})
  expect(await client.getBalance({ address: bob })).toBe(5n)
  await devnet.loadFixture(contracts)
  expect((await client.getBlock()).hash).toBe(head.hash)
  const snapshot = await devnet.snapshot()
  await devnet.loadFixture({ contracts: { dai: usdc } })
  expect(Object.keys(devnet.fixture.contracts)).toEqual(['usdc', 'dai'])
  await devnet.revert(snapshot)
  expect(Object.keys(devnet.fixture.contracts)).toEqual(['usdc'])
})

test('a fixture goes on with the names of those before it', async () => {
  await using devnet = await testDevnet({
    fixture: [
      { accounts: { alice: {}, bob: {} }, contracts: { usdc } },
      { txs: [{ call: 'usdc.transfer', args: ['bob', 3] }] },
    ],
  })
  await devnet.loadFixture({
    accounts: { bob: { balance: '1 ether' } },
    txs: [{ from: 'bob', call: 'usdc.transfer', args: ['alice', 2] }],
  })
  const { accounts } = devnet.fixture
  expect(accounts.bob?.address).toBe(bob)
  const balance = await clientOf(devnet).getBalance({ address: bob })
  expect(balance).toBeGreaterThan(parseEther('0.99'))
  expect(balance).toBeLessThan(parseEther('1'))
})

test('nothing of a fixture is there when something of it fails', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const before = await clientOf(devnet).getBlock()
  const heads: bigint[] = []
  devnet.on('block', ({ number }) => heads.push(number))
  const fault = devnet.faults.inject({ kind: 'dropAtSeal', probability: 1 })
  const failing = devnet.loadFixture({
    accounts: { rich: { mnemonicIndex: 4, balance: 1 } },
    contracts: { usdc },
    txs: [{ call: 'usdc.transfer', args: [bob, 8] }],
  })
  await expect(failing).rejects.toMatchObject({ name: 'FixtureFailed', field: 'txs.0' })
  expect(await clientOf(devnet).getBlock()).toEqual(before)
  expect(heads).toEqual([])
  expect(devnet.fixture).toEqual({ accounts: {}, contracts: {}, labels: {} })
  // What is armed waits for blocks of others.
  await devnet.loadFixture({ contracts: { usdc } })
  expect(devnet.faults.list()).toMatchObject([{ id: fault, applied: 0 }])
  expect(devnet.faults.remove(fault)).toBe(true)
})

test('a chain that runs becomes what a fixture says of it, as far as that can be', async () => {
  await using devnet = await testDevnet()
  const chain = { id: 8453, timestamp: Number(start) + 500, baseFee: '9gwei', gasLimit: 50_000_000 }
  await devnet.loadFixture({ chain, txs: [{ to: bob, value: 1 }] })
  expect(devnet.chainId).toBe(8453)
  expect(await clientOf(devnet).getBlock()).toMatchObject({
    number: 1n,
    timestamp: start + 500n,
    baseFeePerGas: parseGwei('9'),
    gasLimit: 50_000_000n,
  })
  await devnet.loadFixture({ chain: { hardfork: 'latest', mnemonic: devnet.mnemonic } })
  expect(await clientOf(devnet).getBlockNumber()).toBe(1n)
})

test.each([
  [{ timestamp: Number(start) }, `timestamp is ${start}: give a time after the newest block`],
  [{ hardfork: 'london' }, 'hardfork is "london": this chain is at osaka, start one with the'],
  [{ mnemonic: 'secret words' }, 'mnemonic is "…": this chain has another mnemonic, start one'],
] as const)('what only a new chain can have is refused: %o', async (chain, problem) => {
  await using devnet = await testDevnet()
  await expect(devnet.loadFixture({ chain })).rejects.toMatchObject({
    name: 'InvalidFixture',
    message: expect.stringContaining(`fixture: chain.${problem}`),
  })
})

test('time goes on under a real clock while a fixture is loaded, and never goes back', async () => {
  await using devnet = await testDevnet({ clock: 'real', mining: 'manual' })
  const before = devnet.clock.now()
  await devnet.loadFixture({ contracts: { usdc }, mine: { blocks: 2, interval: 30 } })
  const { timestamp } = await clientOf(devnet).getBlock()
  expect(devnet.clock.now()).toBeGreaterThanOrEqual(Number(timestamp) * 1000)
  expect(devnet.clock.now()).toBeGreaterThan(before + 60_000)
  const head = await clientOf(devnet).getBlock()
  await devnet.seal()
  expect((await clientOf(devnet).getBlock()).timestamp).toBeGreaterThan(head.timestamp)
})

test('a state file that a fixture extends lies beneath it, also on a chain that runs', async () => {
  await using source = await testDevnet()
  await source.provider.request({ method: 'anvil_setBalance', params: [bob, '0x7'] })
  await source.seal()
  const state = write('state.json', await source.dumpState())
  const fixture = write(
    'over.yaml',
    `version: 1
extends: ./${'state.json'}
txs: [{to: "${bob}", value: 1}]
`,
  )
  await using started = await testDevnet({ fixture })
  await using running = await testDevnet()
  await running.loadFixture(fixture)
  for (const devnet of [started, running]) {
    expect(await clientOf(devnet).getBalance({ address: bob })).toBe(8n)
    expect(await clientOf(devnet).getBlockNumber()).toBe(2n)
  }
  expect(await clientOf(started).getBlock()).toEqual(await clientOf(running).getBlock())
  expect(state).toBe(join(folder, 'state.json'))
})

const genesis = {
  config: {
    chainId: 77,
    terminalTotalDifficulty: 0,
    shanghaiTime: 0,
    cancunTime: 0,
    ...Object.fromEntries(
      ['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople', 'petersburg']
        .concat(['istanbul', 'berlin', 'london'])
        .map((name) => [`${name}Block`, 0]),
    ),
    blobSchedule: { cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 } },
  },
  gasLimit: '0x1c9c380',
  difficulty: '0x0',
  timestamp: '0x1000',
  alloc: { [alice]: { balance: '0xde0b6b3a7640000' } },
}

test('a genesis that a fixture extends is what the chain begins with', async () => {
  write('genesis.json', JSON.stringify(genesis))
  const fixture = write(
    'on.yaml',
    `version: 1\nextends: [genesis.json]\ntxs: [{to: "${bob}", value: 1}]\n`,
  )
  await using devnet = await testDevnet({ fixture })
  expect(devnet.chainId).toBe(77)
  expect(await clientOf(devnet).getBlock()).toMatchObject({ number: 1n, timestamp: 0x1001n })
  await using other = await testDevnet()
  await expect(other.loadFixture(fixture)).rejects.toMatchObject({
    name: 'InvalidFixture',
    line: 2,
    message: `${fixture}, line 2: extends.0 is "genesis.json": it is a genesis.json, with which a chain can only begin: start one with the fixture`,
  })
  const renamed = write('renamed.yaml', 'version: 1\nextends: genesis.json\nchain:\n  id: 5\n')
  await expect(testDevnet({ fixture: renamed })).rejects.toMatchObject({
    message: `${renamed}, line 4: chain.id is 5: leave it out, ${join(folder, 'genesis.json')} says it`,
  })
})

test('a hardfork and an id that cannot be are told with their lines', async () => {
  const fixture = write('wrong.yaml', 'version: 1\nchain:\n  id: 1\n  hardfork: tokyo\n')
  await expect(testDevnet({ fixture })).rejects.toMatchObject({
    name: 'InvalidFixture',
    line: 4,
    message: expect.stringContaining('chain.hardfork is "tokyo": give chainstart, homestead,'),
  })
})
