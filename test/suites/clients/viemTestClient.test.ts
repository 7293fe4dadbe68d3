import {
  type Address,
  createTestClient,
  http,
  type MineParameters,
  parseEther,
  parseGwei,
  publicActions,
  toHex,
  walletActions,
} from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alice, bob, stranger } from '../support/accounts.ts'
import { type RunningNode, startNode } from '../support/node.ts'

const modes = ['anvil', 'hardhat', 'ganache'] as const

// Returns 42.
const answer = '0x602a60005260206000f3'

describe.each(modes)('the test client of viem in mode %s', (mode) => {
  let node: RunningNode
  let client: ReturnType<typeof createClient>
  let start: `0x${string}`

  function createClient() {
    return createTestClient({
      mode,
      chain: foundry,
      account: alice,
      pollingInterval: 20,
      cacheTime: 0,
      transport: http(node.url),
    })
      .extend(publicActions)
      .extend(walletActions)
  }

  beforeAll(async () => {
    node = await startNode('--mining', 'auto', '--compat', mode)
    client = createClient()
    start = await client.snapshot()
  })
  afterAll(() => node[Symbol.asyncDispose]())
  beforeEach(async () => {
    await client.revert({ id: start })
    start = await client.snapshot()
    await client.setAutomine(true)
  })

  function mine(parameters: MineParameters) {
    return client.mine(parameters)
  }

  /** Sends a transfer and returns the block it is in. */
  async function blockOfTransfer() {
    const hash = await client.sendTransaction({ to: bob, value: 1n })
    const receipt = await client.waitForTransactionReceipt({ hash })
    return client.getBlock({ blockHash: receipt.blockHash })
  }

  test('mines blocks', async () => {
    const before = await client.getBlockNumber()
    await mine({ blocks: 1 })
    expect(await client.getBlockNumber()).toBe(before + 1n)
    await mine({ blocks: 10 })
    expect(await client.getBlockNumber()).toBe(before + 11n)
  })

  test.skipIf(mode === 'ganache')('mines blocks at an interval', async () => {
    await mine({ blocks: 3, interval: 60 })
    const last = await client.getBlock()
    const before = await client.getBlock({ blockNumber: last.number - 1n })
    expect(last.timestamp - before.timestamp).toBe(60n)
  })

  test('switches automining', async () => {
    expect(await client.getAutomine()).toBe(true)
    await client.setAutomine(false)
    expect(await client.getAutomine()).toBe(false)
    const hash = await client.sendTransaction({ to: bob, value: 1n })
    await expect(client.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
    await client.setAutomine(true)
    // Hardhat leaves the pool as it is: the next transaction mines both.
    if (mode === 'hardhat') await client.sendTransaction({ to: bob, value: 2n })
    await client.waitForTransactionReceipt({ hash })
    expect(await client.getAutomine()).toBe(true)
  })

  test('mines at an interval, in seconds', async () => {
    await client.setAutomine(false)
    await client.setIntervalMining({ interval: 1 })
    const before = await client.getBlockNumber()
    await expect.poll(() => client.getBlockNumber()).toBeGreaterThan(before)
    await client.setIntervalMining({ interval: 0 })
  })

  test('sets balances', async () => {
    await client.setBalance({ address: stranger, value: parseEther('420') })
    expect(await client.getBalance({ address: stranger })).toBe(parseEther('420'))
    await mine({ blocks: 1 })
    expect(await client.getBalance({ address: stranger })).toBe(parseEther('420'))
  })

  test('sets nonces', async () => {
    await client.setNonce({ address: stranger, nonce: 12 })
    expect(await client.getTransactionCount({ address: stranger })).toBe(12)
  })

  test('sets code', async () => {
    await client.setCode({ address: stranger, bytecode: answer })
    expect(await client.getCode({ address: stranger })).toBe(answer)
    expect((await client.call({ to: stranger })).data).toBe(toHex(42, { size: 32 }))
  })

  test('sets storage', async () => {
    const value = toHex(7, { size: 32 })
    await client.setStorageAt({ address: stranger, index: 0, value })
    expect(await client.getStorageAt({ address: stranger, slot: '0x0' })).toBe(value)
    const index = toHex(2, { size: 32 })
    await client.setStorageAt({ address: stranger, index, value })
    expect(await client.getStorageAt({ address: stranger, slot: '0x2' })).toBe(value)
  })

  test('impersonates', async () => {
    await client.setBalance({ address: stranger, value: parseEther('1') })
    await client.impersonateAccount({ address: stranger })
    const hash = await client.sendTransaction({ account: stranger, to: bob, value: 1n })
    const receipt = await client.waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', from: stranger })
    await client.stopImpersonatingAccount({ address: stranger })
    await expect(
      client.sendTransaction({ account: stranger, to: bob, value: 1n }),
    ).rejects.toThrow()
  })

  test('sends unsigned transactions', async () => {
    await client.setBalance({ address: stranger, value: parseEther('1') })
    await client.impersonateAccount({ address: stranger })
    const hash = await client.sendUnsignedTransaction({ from: stranger, to: bob, value: 1n })
    const receipt = await client.waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ status: 'success', from: stranger })
    await client.stopImpersonatingAccount({ address: stranger })
  })

  test('moves the time', async () => {
    const before = await client.getBlock()
    await client.increaseTime({ seconds: 420 })
    await mine({ blocks: 1 })
    const after = await client.getBlock()
    expect(after.timestamp - before.timestamp).toBeGreaterThanOrEqual(420n)
    expect(after.timestamp - before.timestamp).toBeLessThan(480n)
  })

  test('sets the time of the next block', async () => {
    const { timestamp } = await client.getBlock()
    await client.setNextBlockTimestamp({ timestamp: timestamp + 1000n })
    await mine({ blocks: 1 })
    expect((await client.getBlock()).timestamp).toBe(timestamp + 1000n)
  })

  test('sets an interval between the times of blocks, in seconds', async () => {
    const { timestamp } = await client.getBlock()
    await client.setBlockTimestampInterval({ interval: 86_400 })
    await mine({ blocks: 1 })
    expect((await client.getBlock()).timestamp).toBe(timestamp + 86_400n)
    await mine({ blocks: 2 })
    expect((await client.getBlock()).timestamp).toBe(timestamp + 3n * 86_400n)
    await client.removeBlockTimestampInterval()
    await mine({ blocks: 1 })
    expect((await client.getBlock()).timestamp).toBeLessThan(timestamp + 4n * 86_400n)
  })

  test('sets the gas limit of blocks', async () => {
    await client.setBlockGasLimit({ gasLimit: 20_000_000n })
    await mine({ blocks: 1 })
    expect((await client.getBlock()).gasLimit).toBe(20_000_000n)
  })

  test('sets the base fee of the next block', async () => {
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('20') })
    await mine({ blocks: 1 })
    expect((await client.getBlock()).baseFeePerGas).toBe(parseGwei('20'))
  })

  test('refuses a least gas price, as blocks have a base fee', async () => {
    await expect(client.setMinGasPrice({ gasPrice: parseGwei('20') })).rejects.toThrow(
      'not supported when EIP-1559 is active',
    )
  })

  test('sets the beneficiary of blocks', async () => {
    await client.setCoinbase({ address: stranger })
    const { miner } = await blockOfTransfer()
    expect(miner.toLowerCase()).toBe(stranger)
  })

  test('switches logging', async () => {
    await client.setLoggingEnabled(false)
    await client.setLoggingEnabled(true)
  })

  test('takes snapshots and reverts to them', async () => {
    const before = await client.getBalance({ address: bob })
    const head = await client.getBlockNumber()
    const id = await client.snapshot()
    await blockOfTransfer()
    await client.revert({ id })
    expect(await client.getBalance({ address: bob })).toBe(before)
    expect(await client.getBlockNumber()).toBe(head)
  })

  test('dumps and loads the state', async () => {
    await client.setBalance({ address: stranger, value: 420n })
    const state = await client.dumpState()
    await client.setBalance({ address: stranger, value: 69n })
    await client.loadState({ state })
    expect(await client.getBalance({ address: stranger })).toBe(420n)
  })

  test('tells what is in the pool, and drops it', async () => {
    await client.setAutomine(false)
    const nonce = await client.getTransactionCount({ address: alice })
    const hash = await client.sendTransaction({ to: bob, value: 1n, nonce })
    await client.sendTransaction({ to: bob, value: 1n, nonce: nonce + 5, gas: 21_000n })

    expect(await client.getTxpoolStatus()).toEqual({ pending: 1, queued: 1 })
    // Anvil and Ganache write addresses in lower case here.
    const sender = mode === 'hardhat' ? alice : (alice.toLowerCase() as Address)
    const content = await client.getTxpoolContent()
    expect(content.pending[sender]?.[nonce]).toMatchObject({ hash })
    expect(content.queued[sender]?.[nonce + 5]).toBeDefined()
    const inspected = await client.inspectTxpool()
    expect(inspected.pending[sender]?.[nonce]).toContain('1 wei')

    await client.dropTransaction({ hash })
    expect(await client.getTxpoolStatus()).toMatchObject({ pending: 0 })
    await mine({ blocks: 1 })
    await expect(client.getTransactionReceipt({ hash })).rejects.toThrow('could not be found')
  })

  test('is reset to where it began', async () => {
    await client.setBalance({ address: stranger, value: 420n })
    await mine({ blocks: 3 })
    await client.reset()
    expect(await client.getBlockNumber()).toBe(0n)
    expect(await client.getBalance({ address: stranger })).toBe(0n)
    start = await client.snapshot()
  })

  test('takes the URL of a node to fork as Anvil does, though its chain is no fork', async () => {
    const answer = client.setRpcUrl('http://127.0.0.1:1')
    if (mode === 'anvil') await expect(answer).resolves.toBeUndefined()
    else await expect(answer).rejects.toThrow('Forking not enabled')
  })
})
