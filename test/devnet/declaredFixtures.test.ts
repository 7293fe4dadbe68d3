import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createPublicClient,
  custom,
  encodeFunctionData,
  type Hex,
  parseEther,
  parseGwei,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, test } from 'vitest'
import { createDevnet } from '../../src/app/createDevnet.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { FixtureDefinition } from '../../src/types/fixture.ts'
import type { DevnetOptions } from '../../src/types/options.ts'
import { foundryArtifact } from '../support/compileSolidity.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi } from '../support/token.ts'
import { vaultOutput } from '../support/vault.ts'

const folder = mkdtempSync(join(tmpdir(), 'preconf-fixtures-'))
afterAll(() => rmSync(folder, { recursive: true }))

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const whale = '0x00000000000000000000000000000000000000aa'
const tokenPath = join(import.meta.dirname, '../../fixtures/Token.json')

const dex = `version: 1
chain: {id: 8453, timestamp: 2026-03-01T00:00:00Z, baseFee: 3gwei, gasLimit: 60e6}
accounts:
  alice: {balance: 1e6 ether}
  bob:
  whale: {address: "${whale}", balance: 1e6 ether, impersonate: true}
contracts:
  usdc: {artifact: ${tokenPath}, args: [USD Coin, USDC, 1000000e6], from: alice}
txs:
  - {from: alice, call: usdc.transfer, args: [whale, 1000e6]}
  - {from: whale, call: usdc.transfer, args: [bob, 1]}
  - {from: whale, to: bob, value: 2 ether}
mine: {blocks: 3, interval: 12}
labels: {treasury: whale, zero: "0x0000000000000000000000000000000000000000"}
`

function write(name: string, content: string | object): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2))
  return path
}

const dexPath = write('dex.yaml', dex)

function clientOf(devnet: PreconfDevnet<unknown>) {
  return createPublicClient({ transport: custom(devnet.provider) })
}

async function balanceOf(devnet: PreconfDevnet<unknown>, owner: Hex): Promise<bigint> {
  const { usdc } = (devnet as PreconfDevnet).fixture.contracts
  const call = { abi: tokenAbi, functionName: 'balanceOf', args: [owner] } as const
  return clientOf(devnet).readContract({ address: usdc?.address as Hex, ...call })
}

async function headOf(options: DevnetOptions) {
  await using devnet = await createDevnet(options)
  const { hash, number, timestamp } = await clientOf(devnet).getBlock()
  return { hash, number, timestamp }
}

test('a chain has from the start what a fixture says', async () => {
  await using devnet = await testDevnet({ fixture: dexPath })
  const client = clientOf(devnet)
  expect(devnet.chainId).toBe(8453)
  const { accounts, contracts, labels } = devnet.fixture
  expect(accounts).toEqual({
    alice: { address: alice, privateKey: devnet.accounts[0]?.privateKey },
    bob: { address: bob, privateKey: devnet.accounts[1]?.privateKey },
    whale: { address: whale },
  })
  expect(labels).toEqual({
    [alice]: 'alice',
    [bob]: 'bob',
    [whale]: 'treasury',
    [contracts.usdc?.address as Hex]: 'usdc',
    '0x0000000000000000000000000000000000000000': 'zero',
  })
  expect(await balanceOf(devnet, alice)).toBe(999_000_000_000n)
  expect(await balanceOf(devnet, whale)).toBe(999_999_999n)
  expect(await balanceOf(devnet, bob)).toBe(1n)
  expect(await client.getBalance({ address: bob })).toBe(parseEther('10002'))
  const genesis = await client.getBlock({ blockNumber: 0n })
  const start = BigInt(Date.parse('2026-03-01T00:00:00Z') / 1000)
  expect(genesis).toMatchObject({ timestamp: start, baseFeePerGas: parseGwei('3') })
  expect(genesis.gasLimit).toBe(60_000_000n)
  // What fits into a block is in one, then come those that are asked for.
  const first = await client.getBlock({ blockNumber: 1n })
  expect(first.transactions).toHaveLength(4)
  expect(first.timestamp).toBe(start + 1n)
  const head = await client.getBlock()
  expect(head).toMatchObject({ number: 4n, timestamp: start + 37n, transactions: [] })
  expect(devnet.clock.now()).toBe(Number(head.timestamp) * 1000)
})

test('equal fixtures give equal hashes, under a real clock too when they say the time', async () => {
  const first = await headOf({ fixture: dexPath, clock: 'manual' })
  expect(first.number).toBe(4n)
  expect(await headOf({ fixture: dexPath, clock: 'manual', mining: 'auto' })).toEqual(first)
  expect(await headOf({ fixture: dex, mining: 'manual' })).toEqual(first)
  expect(await headOf({ fixture: dexPath })).toEqual(first)
  const timeless = dex.replace('timestamp: 2026-03-01T00:00:00Z, ', '')
  const other = await headOf({ fixture: timeless, clock: 'manual' })
  expect(other.hash).not.toBe(first.hash)
  expect(await headOf({ fixture: timeless, clock: 'manual' })).toEqual(other)
})

test('YAML, JSON, an object and modules of it say the same', async () => {
  const definition: FixtureDefinition = {
    version: 1,
    chain: {
      id: 8453,
      timestamp: '2026-03-01T00:00:00Z',
      baseFee: parseGwei('3'),
      gasLimit: 60_000_000,
    },
    accounts: {
      alice: { balance: parseEther('1000000') },
      bob: {},
      whale: { address: whale, balance: '1e6 ether', impersonate: true },
    },
    contracts: {
      usdc: { artifact: tokenPath, args: ['USD Coin', 'USDC', '1000000e6'], from: 'alice' },
    },
    txs: [
      { from: 'alice', call: 'usdc.transfer', args: ['whale', '1000e6'] },
      { from: 'whale', call: 'usdc.transfer', args: ['bob', 1] },
      { from: 'whale', to: 'bob', value: '2 ether' },
    ],
    mine: { blocks: 3, interval: 12 },
    labels: { treasury: 'whale' },
  }
  const text = JSON.stringify(definition, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const module = write('dex.mjs', `export default ${text}`)
  const common = write('dex.cjs', `module.exports = ${text}`)
  const typed = write(
    'dex.ts',
    `import { defineFixture } from 'preconf'
import { seconds } from './interval'
import type { Nothing } from './nowhere.ts'
const sum = async (...numbers: number[]): Promise<number> => numbers.reduce((a, b) => a + b, 0)
const content = ${text} as const
export default defineFixture({ ...content, mine: { blocks: await sum(1, 2), interval: seconds } })
`,
  )
  write('interval.ts', 'export const seconds: number = 12\n')
  const yaml = await headOf({ fixture: dexPath, clock: 'manual' })
  for (const fixture of [definition, text, write('dex.json', text), module, common, typed]) {
    expect(await headOf({ fixture, clock: 'manual' })).toEqual(yaml)
  }
})

test('options go before what a fixture says of the chain', async () => {
  await using devnet = await testDevnet({ fixture: dexPath, chainId: 5, timestamp: 1_800_000_000 })
  expect(devnet.chainId).toBe(5)
  expect((await clientOf(devnet).getBlock({ blockNumber: 1n })).timestamp).toBe(1_800_000_001n)
})

test('a devnet goes on from its fixture: reset goes back to it, forks have it, its accounts send', async () => {
  await using devnet = await testDevnet({ fixture: dexPath, mining: 'auto' })
  const head = await clientOf(devnet).getBlock()
  const { usdc } = devnet.fixture.contracts
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [alice, 9n] })
  const params = [{ from: whale, to: usdc?.address, data }]
  await devnet.provider.request({ method: 'eth_sendTransaction', params })
  expect(await balanceOf(devnet, whale)).toBe(999_999_990n)
  await using fork = await devnet.fork()
  expect(fork.fixture).toEqual(devnet.fixture)
  expect(await balanceOf(fork, whale)).toBe(999_999_990n)
  await devnet.reset()
  expect((await clientOf(devnet).getBlock()).hash).toBe(head.hash)
  expect(await balanceOf(devnet, whale)).toBe(999_999_999n)
  expect(devnet.fixture.contracts.usdc).toEqual(usdc)
})

test('accounts are of the mnemonic, of keys, or addresses', async () => {
  const key = `0x${'07'.repeat(32)}` as const
  const keyed = privateKeyToAccount(key)
  await using devnet = await testDevnet({
    fixture: {
      accounts: {
        twelfth: { mnemonicIndex: 12, balance: '3 ether' },
        second: { mnemonicIndex: 1, nonce: 40 },
        next: {},
        keyed: { privateKey: key, balance: '5 ether' },
        after: {},
      },
      txs: [
        { from: 'twelfth', to: 'keyed', value: '1 ether' },
        { from: 'keyed', to: 'second', value: 1 },
        { from: 'second', to: 'next', value: 1 },
      ],
    },
  })
  const { accounts } = devnet.fixture
  expect(accounts.twelfth?.address).toBe('0xfabb0ac9d68b0b445fb7357272ff202c5651694a')
  expect(accounts.keyed?.address).toBe(keyed.address.toLowerCase())
  expect([accounts.next?.address, accounts.after?.address]).toEqual([
    devnet.accounts[0]?.address,
    devnet.accounts[2]?.address,
  ])
  const client = clientOf(devnet)
  expect(await client.getTransactionCount({ address: bob })).toBe(41)
  expect(await client.getBalance({ address: keyed.address })).toBeGreaterThan(parseEther('5.9'))
  // They sign from now on.
  const listed = await devnet.provider.request({ method: 'eth_accounts' })
  expect(listed).toContain(accounts.keyed?.address)
  expect(listed).toContain(accounts.twelfth?.address)
})

test('transactions can be signed ones, calls with calldata in them, and blocks between', async () => {
  const signer = privateKeyToAccount(
    '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  )
  const raw = await signer.signTransaction({
    chainId: 31_337,
    to: bob,
    value: 5n,
    gas: 21_000n,
    maxFeePerGas: parseGwei('10'),
    maxPriorityFeePerGas: 1n,
  })
  const vault = foundryArtifact(vaultOutput(), 'src/Vault.sol', 'Vault')
  const doubling = foundryArtifact(vaultOutput(), 'src/Vault.sol', 'Doubling')
  await using devnet = await testDevnet({
    fixture: {
      accounts: { carol: { mnemonicIndex: 2 } },
      contracts: {
        lib: { artifact: doubling, from: 'carol' },
        vault: {
          artifact: vault,
          libraries: { Doubling: 'lib' },
          args: ['carol', 1],
          from: 'carol',
        },
      },
      txs: [
        { mine: { blocks: 2, interval: 100 } },
        { raw },
        { mine: 1 },
        { from: 'carol', call: 'vault.setBoth(uint8,bool)', args: [3, true] },
        { from: 'carol', call: 'vault.setBoth', args: [4] },
        {
          from: 'carol',
          call: 'vault.place',
          args: [{ maker: 'carol', amount: '7', selectors: ['0x01020304'] }],
          value: '1 ether',
        },
        { from: 'carol', call: 'vault.setThree', args: [[1, 2, '3e0'], 'words'] },
        {
          from: 'carol',
          call: 'vault.run',
          args: ['vault', { call: 'vault.setBoth', args: [9, false] }],
          gas: 300_000,
        },
        { from: 'vault', to: 'carol', value: '0.5 ether' },
      ],
    },
  })
  const { vault: placed } = devnet.fixture.contracts
  const client = clientOf(devnet)
  const read = (functionName: string, ...args: unknown[]) =>
    client.readContract({
      address: placed?.address as Hex,
      abi: placed?.abi as never,
      functionName,
      args,
    } as never)
  expect(await read('small')).toBe(9)
  expect(await read('active')).toBe(false)
  expect(await read('three', 2n)).toBe(3n)
  expect(await read('text')).toBe('words')
  expect(await client.getBalance({ address: bob })).toBe(parseEther('10000') + 5n)
  const blocks = await Promise.all(
    [0n, 1n, 2n, 3n, 4n, 5n, 6n].map((blockNumber) => client.getBlock({ blockNumber })),
  )
  expect(blocks.map(({ transactions }) => transactions.length)).toEqual([0, 2, 0, 0, 1, 0, 6])
  const times = blocks.map(({ timestamp }) => Number(timestamp - (blocks[0]?.timestamp ?? 0n)))
  expect(times).toEqual([0, 1, 101, 201, 202, 203, 204])
  expect(await client.getBlockNumber()).toBe(6n)
})

test('blocks that cannot hold everything are followed by others', async () => {
  const txs = Array.from({ length: 9 }, () => ({ to: bob, value: 1 }) as const)
  await using devnet = await testDevnet({ gasLimit: 100_000, fixture: { txs } })
  const client = clientOf(devnet)
  const numbers = [1n, 2n, 3n]
  const counts = await Promise.all(
    numbers.map((blockNumber) => client.getBlockTransactionCount({ blockNumber })),
  )
  expect(counts).toEqual([4, 4, 1])
  const transfer = { txs: [{ to: bob, value: 1, gas: 200_000 }] }
  await expect(testDevnet({ gasLimit: 100_000, fixture: transfer })).rejects.toMatchObject({
    name: 'FixtureFailed',
    field: 'txs.0',
    message: expect.stringContaining('txs.0 the transaction fails: intrinsic gas too high'),
  })
})
