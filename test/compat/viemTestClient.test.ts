import {
  createTestClient,
  custom,
  type Hex,
  http,
  keccak256,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { foundry } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { DevnetOptions } from '../../src/types/options/options.ts'

import { testDevnet } from '../support/testDevnet.ts'

type TestClientMode = 'anvil' | 'hardhat' | 'ganache'

const alice = '0x00000000000000000000000000000000000000a1'
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`

/** A test client as users of another node have it, over HTTP where `url` is given. */
function testClient(devnet: PreconfDevnet, mode: TestClientMode, url?: string) {
  const transport = url === undefined ? custom(devnet.provider) : http(url, { retryCount: 0 })
  return createTestClient({ mode, chain: foundry, transport, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
}

async function setUp(mode: TestClientMode, options: DevnetOptions = {}) {
  const devnet = await testDevnet({ compat: mode, ...options })
  return { devnet, client: testClient(devnet, mode) }
}

describe.each(['anvil', 'hardhat', 'ganache'] as const)("viem's test client in mode %s", (mode) => {
  it('mines, with an interval too', async () => {
    const { devnet, client } = await setUp(mode)
    await using _closed = devnet
    const before = await client.getBlock()
    await client.mine({ blocks: 3, ...(mode === 'ganache' ? {} : { interval: 10 }) })
    const after = await client.getBlock()
    expect(after.number - before.number).toBe(3n)
    // Anvil 1.7.1 has the interval before the first block too.
    const seconds = { anvil: 30n, hardhat: 21n, ganache: 3n }[mode]
    expect(after.timestamp - before.timestamp).toBe(seconds)
  })

  it('switches automine', async () => {
    const { devnet, client } = await setUp(mode)
    await using _closed = devnet
    await client.setAutomine(true)
    expect(await client.getAutomine()).toBe(true)
    await client.setAutomine(false)
    expect(await client.getAutomine()).toBe(false)
  })

  it('sets the interval of mining in seconds, whatever it sends', async () => {
    const { devnet, client } = await setUp(mode)
    await using _closed = devnet
    await client.setIntervalMining({ interval: 3 })
    expect(devnet.cadence).toMatchObject({ mining: 'interval', blockMs: 3_000 })
    await client.setIntervalMining({ interval: 0 })
    expect(devnet.cadence.mining).toBe('manual')
  })

  it('moves time', async () => {
    const { devnet, client } = await setUp(mode)
    await using _closed = devnet
    const { timestamp } = await client.getBlock()
    const offset = await client.increaseTime({ seconds: 420 })
    expect(Number(offset)).toBe(420)
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).timestamp).toBe(timestamp + 420n)
    await client.setNextBlockTimestamp({ timestamp: timestamp + 1_000n })
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).timestamp).toBe(timestamp + 1_000n)
    if (mode === 'ganache') return
    await client.setBlockTimestampInterval({ interval: 5 })
    await client.mine({ blocks: 2 })
    expect((await client.getBlock()).timestamp).toBe(timestamp + 1_010n)
    await client.removeBlockTimestampInterval()
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).timestamp).toBe(
      timestamp + (mode === 'anvil' ? 1_010n : 1_011n),
    )
  })

  it('changes accounts', async () => {
    const { devnet, client } = await setUp(mode)
    await using _closed = devnet
    await client.setBalance({ address: alice, value: parseEther('420') })
    expect(await client.getBalance({ address: alice })).toBe(parseEther('420'))
    await client.setCode({ address: alice, bytecode: '0xfeedface' })
    expect(await client.getCode({ address: alice })).toBe('0xfeedface')
    await client.setNonce({ address: alice, nonce: 420 })
    expect(await client.getTransactionCount({ address: alice })).toBe(420)
    await client.setStorageAt({ address: alice, index: 0, value: word(7) })
    await client.setStorageAt({ address: alice, index: keccak256('0x01'), value: word(8) })
    expect(await client.getStorageAt({ address: alice, slot: '0x0' })).toBe(word(7))
    expect(await client.getStorageAt({ address: alice, slot: keccak256('0x01') })).toBe(word(8))
  })

  it('chooses what is in the next header', async () => {
    const { devnet, client } = await setUp(mode)
    await using _closed = devnet
    await client.setCoinbase({ address: alice })
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 420n })
    await client.setBlockGasLimit({ gasLimit: 420_000n })
    await client.mine({ blocks: 1 })
    expect(await client.getBlock()).toMatchObject({
      miner: alice,
      baseFeePerGas: 420n,
      gasLimit: 420_000n,
    })
    await expect(client.setMinGasPrice({ gasPrice: 1n })).rejects.toThrow(
      'is not supported when EIP-1559 is active',
    )
  })

  it('impersonates, and sends an unsigned transaction', async () => {
    const { devnet, client } = await setUp(mode, { mining: 'auto' })
    await using _closed = devnet
    await client.setBalance({ address: alice, value: parseEther('1') })
    await client.impersonateAccount({ address: alice })
    const hash = await client.sendTransaction({ account: alice, to: alice, value: 1n })
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
    await client.stopImpersonatingAccount({ address: alice })
    await expect(client.sendTransaction({ account: alice, to: alice, value: 1n })).rejects.toThrow(
      /unknown account|No Signer/i,
    )
    const unsigned = await client.sendUnsignedTransaction({ from: alice, to: alice, value: 1n })
    expect((await client.getTransaction({ hash: unsigned })).from).toBe(alice)
  })

  it('reads and empties the pool', async () => {
    const { devnet, client } = await setUp(mode)
    await using _closed = devnet
    const account = devnet.accounts[0]?.address as Hex
    const hash = await client.sendTransaction({ account, to: alice, value: 1n })
    expect(await client.getTxpoolStatus()).toEqual({ pending: 1, queued: 0 })
    expect(Object.keys((await client.getTxpoolContent()).pending)).toHaveLength(1)
    expect(Object.keys((await client.inspectTxpool()).pending)).toHaveLength(1)
    await client.dropTransaction({ hash })
    expect(await client.getTxpoolStatus()).toEqual({ pending: 0, queued: 0 })
  })

  it('goes back to a snapshot, and to the start', async () => {
    const { devnet, client } = await setUp(mode)
    await using _closed = devnet
    const id = await client.snapshot()
    await client.mine({ blocks: 2 })
    await client.revert({ id })
    expect(await client.getBlockNumber()).toBe(0n)
    await client.mine({ blocks: 2 })
    await client.reset()
    expect(await client.getBlockNumber()).toBe(0n)
    await expect(client.reset({ jsonRpcUrl: 'http://127.0.0.1:1' })).rejects.toThrow(
      /127.0.0.1:1 cannot be reached/,
    )
    const redirected = client.setRpcUrl('http://127.0.0.1:1')
    if (mode === 'anvil') await redirected
    else await expect(redirected).rejects.toThrow(/Forking not enabled/)
  })

  it('dumps and loads the state', async () => {
    const { devnet, client } = await setUp(mode)
    await using _closed = devnet
    await client.setBalance({ address: alice, value: 7n })
    const state = await client.dumpState()
    await client.setBalance({ address: alice, value: 8n })
    await client.loadState({ state })
    expect(await client.getBalance({ address: alice })).toBe(7n)
  })

  it('switches logging', async () => {
    const { devnet, client } = await setUp(mode)
    await using _closed = devnet
    await client.setLoggingEnabled(false)
    await client.setLoggingEnabled(true)
  })

  it('says over HTTP the same as in process', async () => {
    const devnet = await testDevnet({ compat: mode })
    await using _closed = devnet
    const { url } = await devnet.listen({ port: 0 })
    const client = testClient(devnet, mode, url)
    await client.setBalance({ address: alice, value: 7n })
    await client.setStorageAt({ address: alice, index: 1, value: word(9) })
    await client.mine({ blocks: 2 })
    await client.reset()
    expect(await client.getBalance({ address: alice })).toBe(0n)
    await expect(client.setMinGasPrice({ gasPrice: 1n })).rejects.toThrow(/EIP-1559/)
  })
})
