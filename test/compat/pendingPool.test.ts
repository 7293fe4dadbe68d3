import { expect, test } from 'vitest'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import {
  account,
  type Client,
  client,
  creationOf,
  recorderRuntime,
  word,
} from '../rpc/methods/client.ts'

/** The first contract of the first account. */
const recorder = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const dead = '0x000000000000000000000000000000000000dead'

/** Puts three transactions into the pool: a transfer, a deployment, and a call of what is deployed. */
async function fillPool(devnet: Client): Promise<string[]> {
  return [
    await devnet.send({ data: creationOf(recorderRuntime) }),
    await devnet.send({ to: dead, value: '0xde0b6b3a7640000', gas: '0x5208' }),
    await devnet.send({ to: recorder, data: word(7) }),
  ]
}

async function automineOff(options: DevnetOptions): Promise<Client> {
  const devnet = await client({ ...options, mining: 'auto' })
  await devnet.ask('evm_setAutomine', false)
  return devnet
}

const ways: [name: string, start: () => Promise<Client>][] = [
  ['--no-mining', () => client({ mining: undefined, noMining: true })],
  ['evm_setAutomine(false)', () => automineOff({})],
  ['evm_setAutomine(false) under hardhat', () => automineOff({ compat: 'hardhat' })],
  [
    'evm_setIntervalMining(0) under anvil',
    async () => {
      const devnet = await client({ compat: 'anvil', mining: 'interval' })
      await devnet.ask('anvil_setIntervalMining', 0)
      return devnet
    },
  ],
  ...(['anvil', 'hardhat', 'ganache', 'geth'] as const).map(
    (compat): [string, () => Promise<Client>] => [
      `mining: manual under ${compat}`,
      () => client({ compat, mining: 'manual' }),
    ],
  ),
]

// Anvil 1.7.1 and Hardhat 2.29.1 answer so; Hardhat has no eth_createAccessList and no number of the pending block.
test.each(ways)('pending is what the pool would make: %s', async (name, start) => {
  await using devnet = await start()
  const hashes = await fillPool(devnet)
  const from = account(devnet, 0)
  const call = { from, to: recorder, data: word(9) }

  expect(await devnet.ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({
    number: name.endsWith('hardhat') ? null : '0x1',
    transactions: hashes,
  })
  expect(await devnet.ask('eth_getBlockTransactionCountByNumber', 'pending')).toBe('0x3')
  expect(await devnet.ask('eth_getBalance', dead, 'pending')).toBe('0xde0b6b3a7640000')
  expect(await devnet.ask('eth_getTransactionCount', from, 'pending')).toBe('0x3')
  expect(await devnet.ask('eth_getCode', recorder, 'pending')).toBe(recorderRuntime)
  expect(await devnet.ask('eth_getStorageAt', recorder, '0x0', 'pending')).toBe(word(7))
  const { gasUsed, accessList } = await devnet.ask('eth_createAccessList', call, 'pending')
  expect(accessList).toEqual([{ address: recorder, storageKeys: [word(0)] }])
  expect(Number(gasUsed)).toBeGreaterThan(24_000)
  const estimate = await devnet.ask('eth_estimateGas', call)
  expect(Number(estimate)).toBeGreaterThan(24_000)
  expect(Number(await devnet.ask('eth_estimateGas', call, 'latest'))).toBeLessThan(22_000)

  expect(await devnet.ask('eth_getBalance', dead, 'latest')).toBe('0x0')
  expect(await devnet.ask('eth_getCode', recorder, 'latest')).toBe('0x')
  expect(await devnet.ask('eth_getTransactionReceipt', hashes[1])).toBeNull()
  expect(await devnet.ask('eth_getTransactionByHash', hashes[1])).toMatchObject({
    blockHash: null,
    blockNumber: null,
  })
})

test('a transaction without gas to a contract whose deployment waits has enough', async () => {
  await using devnet = await automineOff({})
  await devnet.send({ data: creationOf(recorderRuntime) })
  const call = { from: account(devnet, 0), to: recorder, data: word(7) }
  const hash = await devnet.ask('eth_sendTransaction', call)
  await devnet.ask('evm_mine')
  // Hardhat 2.29.1 so too, by another way; Anvil 1.7.1 estimates on `latest`, and the call fails.
  expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  expect(await devnet.ask('eth_getStorageAt', recorder, '0x0', 'latest')).toBe(word(7))
})

test('an empty pool makes an empty block after the head', async () => {
  await using devnet = await automineOff({})
  const { hash } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
  expect(await devnet.ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({
    number: '0x1',
    parentHash: hash,
    transactions: [],
  })
})

// Anvil 1.7.1 and Hardhat 2.29.1.
test('what a block has no room for is not in the pending one, nor what waits for a nonce', async () => {
  await using devnet = await automineOff({})
  await devnet.ask('evm_setBlockGasLimit', '0x186a0')
  const sent: string[] = []
  for (const nonce of ['0x0', '0x1', '0x2', '0x9']) {
    sent.push(await devnet.send({ to: dead, value: '0x1', gas: '0x9c40', nonce }))
  }
  const block = await devnet.ask('eth_getBlockByNumber', 'pending', false)
  expect(block.transactions).toEqual(sent.slice(0, 3))
  await devnet.send({ to: dead, value: '0x1', gas: '0x186a0', nonce: '0x3' })
  expect(await devnet.ask('eth_getBalance', dead, 'pending')).toBe('0x3')
})

test('it follows the pool: a better payer goes first, a dropped transaction is not there', async () => {
  await using devnet = await automineOff({})
  const pending = async () =>
    (await devnet.ask('eth_getBlockByNumber', 'pending', false)).transactions
  const first = await devnet.send({ to: dead, gasPrice: '0x77359400' })
  expect(await pending()).toEqual([first])
  const second = await devnet.send({ to: dead, gasPrice: '0x77359400' })
  expect(await pending()).toEqual([first, second])
  const from = account(devnet, 1)
  const better = await devnet.send({ from, to: dead, gasPrice: '0xb2d05e00' })
  expect(await pending()).toEqual([better, first, second])
  await devnet.ask('anvil_dropTransaction', second)
  expect(await pending()).toEqual([better, first])
  await devnet.ask('anvil_setBalance', dead, '0x5')
  expect(await devnet.ask('eth_getBalance', dead, 'pending')).toBe('0x5')
  const { number, hash } = await devnet.seal()
  expect(await devnet.ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({
    number: `0x${(number + 1n).toString(16)}`,
    parentHash: hash,
    transactions: [],
  })
})

test('after a flashblock by hand it is what was pre-confirmed and then the pool', async () => {
  await using devnet = await client({ compat: 'anvil', mining: 'manual' })
  const preconfirmed = await devnet.send({ to: dead, value: '0x1' })
  await devnet.flashblock()
  const pooled = await devnet.send({ to: dead, value: '0x2' })
  expect(await devnet.ask('eth_getBalance', dead, 'pending')).toBe('0x3')
  const block = await devnet.ask('eth_getBlockByNumber', 'pending', false)
  expect(block.transactions).toEqual([preconfirmed, pooled])
  expect(await devnet.ask('eth_getTransactionReceipt', preconfirmed)).not.toBeNull()
  expect(await devnet.ask('eth_getTransactionReceipt', pooled)).toBeNull()
  const { transactions } = await devnet.seal()
  expect(transactions).toHaveLength(2)
})

test.each([
  [{ mining: 'manual' }],
  [{ mining: 'manual', compat: 'base' }],
  [{ mining: 'flashblocks', compat: 'anvil' }],
] as const)('pending is only what was pre-confirmed: %j', async (options) => {
  await using devnet = await client(options)
  await devnet.send({ to: dead, value: '0x1' })
  expect(await devnet.ask('eth_getBalance', dead, 'pending')).toBe('0x0')
  await devnet.flashblock()
  expect(await devnet.ask('eth_getBalance', dead, 'pending')).toBe('0x1')
})

test('a read at pending takes nothing out of the pool', async () => {
  await using devnet = await automineOff({})
  await devnet.send({ to: dead, gas: '0xf4240' })
  await devnet.ask('evm_setBlockGasLimit', '0x186a0')
  const block = await devnet.ask('eth_getBlockByNumber', 'pending', false)
  expect(block.transactions).toEqual([])
  expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' })
})
