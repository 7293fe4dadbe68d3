import { expect, test } from 'vitest'
import type { CompatName } from '../../../src/types/options/options.ts'
import { client } from '../../rpc/methods/client.ts'

// What Hardhat 2.29.1 does, and what is done without its compat.

const dead = '0x000000000000000000000000000000000000dead'
const hardhat = { compat: 'hardhat', mining: 'auto' } as const
const others: readonly (CompatName | undefined)[] = [undefined, 'anvil', 'geth']

test('a lower gas limit of blocks drops what needs more from the pool, under hardhat alone', async () => {
  for (const [compat, left] of [
    ['hardhat', 1],
    ['anvil', 2],
  ] as const) {
    await using devnet = await client({ compat, mining: 'auto' })
    await devnet.ask('evm_setAutomine', false)
    const large = await devnet.send({ to: dead, gas: '0x7a120' })
    const small = await devnet.send({ to: dead, gas: '0x5208' })
    await devnet.ask('evm_setBlockGasLimit', '0x186a0')
    const pooled = await devnet.ask('eth_pendingTransactions')
    expect(pooled).toHaveLength(left)
    expect(pooled.at(-1)).toMatchObject({ hash: small })
    expect((await devnet.ask('eth_getTransactionByHash', large)) === null).toBe(left === 1)
  }
})

test('a filter of blocks begins with the newest one', async () => {
  await using devnet = await client(hardhat)
  await devnet.ask('evm_mine')
  const { hash } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
  const id = await devnet.ask('eth_newBlockFilter')
  expect(await devnet.ask('eth_getFilterChanges', id)).toEqual([hash])
  expect(await devnet.ask('eth_getFilterChanges', id)).toEqual([])
  const second = await devnet.ask('eth_newBlockFilter')
  await devnet.ask('evm_mine')
  expect(await devnet.ask('eth_getFilterChanges', second)).toEqual([
    hash,
    (await devnet.ask('eth_getBlockByNumber', 'latest', false)).hash,
  ])
})

test.each(others)('with compat %s it begins with the next one', async (compat) => {
  await using devnet = await client({ ...(compat && { compat }), mining: 'auto' })
  const id = await devnet.ask('eth_newBlockFilter')
  expect(await devnet.ask('eth_getFilterChanges', id)).toEqual([])
})

test('who polls a filter that is not there gets nothing', async () => {
  await using devnet = await client(hardhat)
  expect(await devnet.ask('eth_getFilterChanges', '0x77')).toBeNull()
  expect(await devnet.ask('eth_getFilterLogs', '0x77')).toBeNull()
})

test.each(['0x80000000', '0xb2d05e00', '0xffffffffff'])(
  'so many blocks as %s are mined at once, and the chain goes on',
  async (count) => {
    await using devnet = await client(hardhat)
    expect(await devnet.ask('hardhat_mine', count)).toBe(true)
    expect(await devnet.ask('eth_blockNumber')).toBe(count)
    const last = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    await devnet.ask('evm_mine')
    const next = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect([BigInt(next.number), next.parentHash]).toEqual([BigInt(count) + 1n, last.hash])
    const middle = await devnet.ask('eth_getBlockByNumber', '0x40000000', false)
    expect(middle).toMatchObject({ number: '0x40000000', transactions: [] })
    const parent = await devnet.ask('eth_getBlockByHash', middle.parentHash, false)
    expect(parent).toMatchObject({ number: '0x3fffffff', stateRoot: middle.stateRoot })
    expect(Number(middle.timestamp)).toBe(Number(parent.timestamp) + 1)
    expect(await devnet.refusal('anvil_rollback', '0x10000')).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/give a depth from 1 to 8192; those below \d+ are a run of/),
    })
    const snapshot = await devnet.ask('evm_snapshot')
    await devnet.send({ to: dead, gas: '0x5208' })
    expect(await devnet.ask('evm_revert', snapshot)).toBe(true)
    expect(await devnet.ask('eth_getBlockByNumber', 'latest', false)).toEqual(next)
  },
)

test('blocks an interval apart are as many seconds later', async () => {
  await using devnet = await client(hardhat)
  const { timestamp } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
  await devnet.ask('hardhat_mine', '0x80000000', '0x2')
  const last = await devnet.ask('eth_getBlockByNumber', 'latest', false)
  const passed = BigInt(last.timestamp) - BigInt(timestamp)
  expect(passed - 2n * (2n ** 31n - 1n)).toBeLessThanOrEqual(2n)
})

test('blocks without a number or a time are refused', async () => {
  await using devnet = await client(hardhat)
  expect(await devnet.refusal('hardhat_mine', '0xffffffffffffffff')).toMatchObject({
    code: -32602,
    message: expect.stringMatching(/^cannot mine \d+ blocks: the last one would be number /),
  })
  expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
})

test('a nonce can only be set while nothing is in the pool', async () => {
  await using devnet = await client(hardhat)
  await devnet.ask('evm_setAutomine', false)
  expect(await devnet.ask('hardhat_setNonce', dead, '0x5')).toBe(true)
  await devnet.send({ to: dead, gas: '0x5208' })
  expect(await devnet.refusal('hardhat_setNonce', dead, '0x6')).toMatchObject({
    code: -32603,
    message: 'Cannot set account nonce when the transaction pool is not empty',
  })
  await using anvil = await client({ compat: 'anvil', mining: 'auto' })
  await anvil.ask('evm_setAutomine', false)
  await anvil.send({ to: dead, gas: '0x5208' })
  expect(await anvil.ask('anvil_setNonce', dead, '0x6')).toBeNull()
})

test('a slot of storage is hex', async () => {
  await using devnet = await client(hardhat)
  const read = (slot: unknown) => devnet.refusal('eth_getStorageAt', dead, slot, 'latest')
  expect(await read(0)).toMatchObject({
    code: -32602,
    message: "Storage slot argument must be a string, got '0'",
  })
  expect(await read('')).toMatchObject({
    code: -32602,
    message: 'Storage slot argument cannot be an empty string',
  })
  const zero = `0x${'0'.repeat(64)}`
  for (const slot of ['0x', '0x0', '0x00', '10']) {
    expect(await devnet.ask('eth_getStorageAt', dead, slot, 'latest')).toBe(zero)
  }
})

test.each(others)('with compat %s it may be a number too', async (compat) => {
  await using devnet = await client({ ...(compat && { compat }), mining: 'auto' })
  expect(await devnet.ask('eth_getStorageAt', dead, 0, 'latest')).toBe(`0x${'0'.repeat(64)}`)
})

test('blocks have a coinbase of their own, until another is chosen and after a reset', async () => {
  await using devnet = await client(hardhat)
  const own = '0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e'
  expect(await devnet.ask('eth_coinbase')).toBe(own)
  expect(await devnet.ask('eth_getBlockByNumber', '0x0', false)).toMatchObject({
    miner: `0x${'0'.repeat(40)}`,
  })
  await devnet.ask('evm_mine')
  expect(await devnet.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({ miner: own })
  await devnet.ask('hardhat_setCoinbase', dead)
  await devnet.ask('evm_mine')
  expect(await devnet.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({ miner: dead })
  await devnet.ask('hardhat_reset')
  expect(await devnet.ask('eth_coinbase')).toBe(own)
})

test.each(others)('with compat %s it is zero', async (compat) => {
  await using devnet = await client({ ...(compat && { compat }), mining: 'auto' })
  expect(await devnet.ask('eth_coinbase')).toBe(`0x${'0'.repeat(40)}`)
})

test('eth_mining is false', async () => {
  await using devnet = await client(hardhat)
  expect(await devnet.ask('eth_mining')).toBe(false)
  await using other = await client({ mining: 'auto' })
  expect(await other.ask('eth_mining')).toBe(true)
})

test('a fee history is of 1 to 1024 blocks', async () => {
  await using devnet = await client(hardhat)
  const ask = (count: string) => devnet.refusal('eth_feeHistory', count, 'latest', [])
  expect(await ask('0x0')).toMatchObject({
    code: -32000,
    message: 'blockCount should be at least 1',
  })
  expect(await ask('0x401')).toMatchObject({
    code: -32000,
    message: 'blockCount should be at most 1024',
  })
})

test.each([
  ['hardhat', -32000],
  ['anvil', -32602],
] as const)('with compat %s a least gas price is refused with %i', async (compat, code) => {
  await using devnet = await client({ compat, mining: 'auto' })
  expect(await devnet.refusal('hardhat_setMinGasPrice', '0x1')).toMatchObject({
    code,
    message: 'hardhat_setMinGasPrice is not supported when EIP-1559 is active',
  })
})
