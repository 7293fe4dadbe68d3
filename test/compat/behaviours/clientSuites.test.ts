import { expect, test } from 'vitest'
import type { CompatName, DevnetOptions } from '../../../src/types/options/options.ts'
import { account, client } from '../../rpc/methods/client.ts'

// What suites of viem, EDR and Hardhat's matchers expect; each value was seen on Anvil 1.7.1 and Hardhat 2.29.1.

const dead = '0x000000000000000000000000000000000000dead'
const others: readonly (CompatName | undefined)[] = [undefined, 'geth', 'ganache']

/** Signed by the second account, with an `r` that begins with a zero byte. */
const authorization = {
  address: '0x0000000000000000000000000000000000000013',
  chainId: '0x07a69',
  nonce: '0x00',
  r: '0x00291af540ca8623aa6002fb8d2b76c6e846bb546767457afb8ec29af0f3139d',
  s: '0x1a17aa55439db3b73a12cdb578189d26733af4cfc3a715c271a3c8fca73b6c02',
  yParity: '0x01',
}

test.each([undefined, 'geth', 'anvil', 'hardhat'] as const)(
  'authorizations may have numbers with leading zeros, with compat %s',
  async (compat) => {
    await using devnet = await client({ ...(compat && { compat }), mining: 'auto' })
    const request = { from: account(devnet, 0), to: dead, authorizationList: [authorization] }
    expect(BigInt(await devnet.ask('eth_estimateGas', request))).toBeGreaterThan(40_000n)
    expect(await devnet.ask('eth_call', request)).toBe('0x')
    const hash = await devnet.ask('eth_sendTransaction', { ...request, gas: '0x186a0' })
    const sent = await devnet.ask('eth_getTransactionByHash', hash)
    expect(sent.authorizationList).toMatchObject([{ r: `0x${authorization.r.slice(4)}` }])
  },
)

test('block numbers may have leading zeros, but in geth', async () => {
  for (const compat of [undefined, 'anvil', 'hardhat'] as const) {
    await using devnet = await client(compat && { compat })
    const block = await devnet.ask('eth_getBlockByNumber', '0x00', false)
    expect(block).toMatchObject({ number: '0x0' })
  }
  await using geth = await client({ compat: 'geth' })
  expect(await geth.refusal('eth_getBlockByNumber', '0x00', false)).toMatchObject({ code: -32602 })
})

const cheap = [{ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' }, { gasPrice: '0x1' }]

test.each(cheap)('under anvil the pool takes nothing below the base fee: %j', async (fees) => {
  for (const mining of ['manual', 'flashblocks', 'auto'] as const) {
    await using devnet = await client({ compat: 'anvil', mining, clock: 'manual' })
    const request = { from: account(devnet, 0), to: dead, gas: '0x5208', ...fees }
    expect(await devnet.refusal('eth_sendTransaction', request)).toMatchObject({
      code: -32003,
      message: 'max fee per gas less than block base fee',
    })
    const signed = await devnet.ask('eth_signTransaction', { ...request, nonce: '0x0' })
    const raw = typeof signed === 'string' ? signed : signed.raw
    expect(await devnet.refusal('eth_sendRawTransaction', raw)).toMatchObject({ code: -32003 })
    expect(await devnet.send({ to: dead })).toMatch(/^0x/)
  }
})

test.each([undefined, 'geth', 'hardhat'] as const)('with compat %s it waits', async (compat) => {
  await using devnet = await client({ ...(compat && { compat }), mining: 'manual' })
  expect(await devnet.send({ to: dead, gas: '0x5208', gasPrice: '0x1' })).toMatch(/^0x/)
})

test('under hardhat the transaction after evm_setAutomine mines the pool too', async () => {
  const blocksAfter = async (compat: CompatName) => {
    await using devnet = await client({ compat, mining: 'auto' })
    await devnet.ask('evm_setAutomine', false)
    await devnet.send({ to: dead })
    await devnet.ask('evm_setAutomine', true)
    const switched = await devnet.ask('eth_blockNumber')
    await devnet.send({ to: dead })
    return [switched, await devnet.ask('eth_getBlockTransactionCountByNumber', 'latest')]
  }
  expect(await blocksAfter('hardhat')).toEqual(['0x0', '0x2'])
  expect(await blocksAfter('anvil')).toEqual(['0x1', '0x1'])
})

test('a filter of blocks keeps those that a revert took away', async () => {
  await using devnet = await client({ compat: 'anvil' })
  const mined = async () => {
    await devnet.ask('evm_mine')
    return (await devnet.ask('eth_getBlockByNumber', 'latest', false)).hash
  }
  const filter = await devnet.ask('eth_newBlockFilter')
  const snapshot = await devnet.ask('evm_snapshot')
  const first = await mined()
  await devnet.ask('evm_revert', snapshot)
  await devnet.ask('evm_increaseTime', 5)
  const second = await mined()
  expect(second).not.toBe(first)
  expect(await devnet.ask('eth_getFilterChanges', filter)).toEqual([first, second])
})

test('under anvil a call with authorizations may create a contract', async () => {
  const call = { data: '0x60016000526001601ff3', authorizationList: [authorization] }
  await using anvil = await client({ compat: 'anvil' })
  expect(await anvil.ask('eth_call', call, 'latest')).toBe('0x01')
  for (const compat of [undefined, 'geth', 'hardhat'] as const) {
    await using devnet = await client(compat && { compat })
    expect((await devnet.refusal('eth_call', call, 'latest')).message).toContain('EIP-7702')
  }
})

test('anvil_setRpcUrl without a fork does nothing under anvil', async () => {
  await using anvil = await client({ compat: 'anvil' })
  expect(await anvil.ask('anvil_setRpcUrl', 'http://127.0.0.1:9/')).toBeNull()
  for (const compat of others) {
    await using devnet = await client(compat && { compat })
    const refusal = await devnet.refusal('anvil_setRpcUrl', 'http://127.0.0.1:9/')
    expect(refusal.message).toMatch(/fork/i)
  }
})

test.each(['safe', 'finalized'])('under hardhat %s is the newest block', async (tag) => {
  await using hardhat = await client({ compat: 'hardhat' })
  await hardhat.ask('evm_mine')
  expect(await hardhat.ask('eth_getBlockByNumber', tag, false)).toMatchObject({ number: '0x1' })
  await using given = await client({ compat: 'hardhat', slotsInAnEpoch: 2 })
  await given.ask('evm_mine')
  expect(await given.ask('eth_getBlockByNumber', tag, false)).toMatchObject({ number: '0x0' })
})

/** Returns the balance of the caller. */
const balanceOfCaller = '0x333160005260206000f3'

test('under hardhat a call is priced without a base fee', async () => {
  await using devnet = await client({ compat: 'hardhat' })
  await devnet.ask('hardhat_setCode', dead, balanceOfCaller)
  const balance = BigInt(await devnet.ask('eth_getBalance', account(devnet, 0), 'latest'))
  const cost = async (fees: object, ...rest: unknown[]) => {
    const call = { from: account(devnet, 0), to: dead, gas: '0x7a120', ...fees }
    return balance - BigInt(await devnet.ask('eth_call', call, 'latest', ...rest))
  }
  expect(await cost({ maxFeePerGas: '0x1' })).toBe(0n)
  expect(await cost({ maxPriorityFeePerGas: '0x3' })).toBe(1_500_000n)
  expect(await cost({ maxFeePerGas: '0x5' }, {}, { baseFeePerGas: '0x2' })).toBe(1_000_000n)
})

test('under hardhat the least gas price keeps transactions out of blocks alone', async () => {
  await using devnet = await client({ compat: 'hardhat', hardfork: 'berlin', mining: 'auto' })
  await devnet.ask('evm_setAutomine', false)
  await devnet.ask('hardhat_setMinGasPrice', '0x14')
  const waiting = await devnet.send({ to: dead, gas: '0x5208', gasPrice: '0x13' })
  await devnet.ask('evm_mine')
  expect(await devnet.ask('eth_getTransactionByHash', waiting)).toMatchObject({ blockNumber: null })
  await devnet.ask('hardhat_setMinGasPrice', '0x13')
  await devnet.ask('evm_mine')
  expect(await devnet.ask('eth_getTransactionByHash', waiting)).toMatchObject({
    blockNumber: '0x2',
  })
})

test('requireCanonical is for hashes alone, under anvil and hardhat', async () => {
  const block = { blockNumber: '0x0', requireCanonical: true }
  for (const compat of ['anvil', 'hardhat'] as const) {
    await using devnet = await client({ compat })
    expect(await devnet.refusal('eth_getBalance', dead, block)).toMatchObject({ code: -32602 })
  }
  await using devnet = await client()
  expect(await devnet.ask('eth_getBalance', dead, block)).toBe('0x0')
})

test('under hardhat pending blocks have no number, and beacon roots differ', async () => {
  await using devnet = await client({ compat: 'hardhat', mining: 'auto' })
  await devnet.ask('evm_mine')
  await devnet.ask('evm_mine')
  await devnet.ask('evm_setAutomine', false)
  await devnet.send({ to: dead })
  const pending = await devnet.ask('eth_getBlockByNumber', 'pending', true)
  const noPlace = { blockHash: null, blockNumber: null, transactionIndex: null }
  expect(pending).toMatchObject({
    number: null,
    nonce: null,
    mixHash: null,
    transactions: [noPlace],
  })
  expect(
    await devnet.ask('eth_getTransactionByBlockNumberAndIndex', 'pending', '0x0'),
  ).toMatchObject(noPlace)
  const roots = await Promise.all(
    ['0x1', '0x2'].map(async (number) => {
      const block = await devnet.ask('eth_getBlockByNumber', number, false)
      return block.parentBeaconBlockRoot
    }),
  )
  expect(new Set([...roots, `0x${'00'.repeat(32)}`]).size).toBe(3)
})

test('a fee history without percentiles has empty rewards under anvil', async () => {
  await using anvil = await client({ compat: 'anvil' })
  expect(await anvil.ask('eth_feeHistory', '0x1', 'latest', [])).toMatchObject({ reward: [] })
  await using devnet = await client({ compat: 'hardhat' })
  expect(await devnet.ask('eth_feeHistory', '0x1', 'latest', [])).not.toHaveProperty('reward')
})

test('blocks share timestamps under anvil, and wherever they come more than once a second', async () => {
  const secondsAhead = async (options: DevnetOptions, ms: number) => {
    await using devnet = await client({ ...options, clock: 'manual' })
    const start = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    if (ms === 0) for (let block = 0; block < 5; block++) await devnet.ask('evm_mine')
    await devnet.clock.advance(ms)
    const end = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect(Number(end.number)).toBeGreaterThanOrEqual(5)
    return Number(end.timestamp) - Number(start.timestamp) - ms / 1000
  }
  expect(await secondsAhead({ compat: 'anvil' }, 0)).toBe(0)
  expect(await secondsAhead({ compat: 'anvil', allowSameTimestamp: false }, 0)).toBe(5)
  expect(await secondsAhead({ mining: 'auto' }, 0)).toBe(5)
  for (const compat of [undefined, 'anvil', 'hardhat'] as const) {
    const timed = { ...(compat && { compat }), mining: 'interval', blockTime: '0.25s' } as const
    expect(await secondsAhead(timed, 6000)).toBe(0)
  }
})
