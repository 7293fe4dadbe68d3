import { BrowserProvider, JsonRpcProvider } from 'ethers'
import { createPublicClient, custom, type Hex, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { preconfChain } from '../support/clients.ts'
import { afterFlashblock, openBlock, word } from '../support/openBlock.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { bob } from '../support/transfers.ts'

test('a flashblock stays as it was when others follow, and goes with its block', async () => {
  await using stage = await openBlock()
  const { devnet, ask } = stage
  const balance = () => ask('eth_getBalance', [bob, afterFlashblock(1)])
  expect(await balance()).toBe('0x1')
  await devnet.flashblock()
  expect(await balance()).toBe('0x1')
  await devnet.seal()
  await expect(balance()).rejects.toMatchObject({
    cause: { code: -32000 },
    details: 'flashblock 1 not found: no block is open',
  })
})

test('flashblock 0 opens the block: no transactions, the state of its parent', async () => {
  await using stage = await openBlock()
  const { ask } = stage
  expect(await ask('eth_getBlockByNumber', [afterFlashblock(0), true])).toMatchObject({
    number: '0x2',
    hash: zeroHash,
    transactions: [],
    gasUsed: '0x0',
  })
  expect(await ask('eth_getBalance', [bob, afterFlashblock(0)])).toBe('0x0')
})

test('an index is a number or a quantity', async () => {
  await using stage = await openBlock()
  const { ask } = stage
  for (const index of [2, '0x2']) {
    const block = { blockNumber: 'pending', flashblock: index }
    expect(await ask('eth_getBalance', [bob, block])).toBe('0x2')
  }
})

test('the nonce after a flashblock counts what is in it, and nothing that waits', async () => {
  await using stage = await openBlock()
  const { ask, alice } = stage
  const count = (block: unknown) => ask('eth_getTransactionCount', [alice, block])
  expect(await count(afterFlashblock(0))).toBe('0x2')
  expect(await count(afterFlashblock(1))).toBe('0x3')
  expect(await count(afterFlashblock(2))).toBe('0x6')
})

test('logs go up to a flashblock, and from its block on', async () => {
  await using stage = await openBlock()
  const { ask, hashes } = stage
  const logs = async (range: object) =>
    (await ask('eth_getLogs', [range])).map((log: { transactionHash: Hex }) => log.transactionHash)
  const { zeroCall, sevenCall } = hashes
  const [first, second] = [afterFlashblock(1), afterFlashblock(2)]
  expect(await logs({ fromBlock: '0x0', toBlock: first })).toEqual([zeroCall])
  expect(await logs({ fromBlock: '0x0', toBlock: second })).toEqual([zeroCall, sevenCall])
  expect(await logs({ fromBlock: first })).toEqual([])
  expect(await logs({ fromBlock: second })).toEqual([sevenCall])
  expect(await logs({ fromBlock: first, toBlock: 'pending' })).toEqual([sevenCall])
  expect(await logs({ fromBlock: second, toBlock: second, topics: [word(8)] })).toEqual([])
  expect(await logs({ fromBlock: first, toBlock: 'latest' })).toEqual([])
})

test('a call is traced between the transactions of a flashblock', async () => {
  await using stage = await openBlock()
  const { ask } = stage
  // Returns the balance of Bob.
  const data = `0x73${bob.slice(2)}315f5260205ff3`
  const traced = async (txIndex?: Hex) => {
    const options = { tracer: 'callTracer', txIndex }
    const { output } = await ask('debug_traceCall', [{ data }, afterFlashblock(2), options])
    return output
  }
  expect(await traced('0x0')).toBe(word(0))
  expect(await traced('0x1')).toBe(word(1))
  expect(await traced()).toBe(word(2))
})

test('ethers reads a flashblock by a raw request', async () => {
  await using stage = await openBlock()
  const { url } = await stage.devnet.listen({ port: 0 })
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 })
  expect(await provider.send('eth_getBalance', [bob, afterFlashblock(1)])).toBe('0x1')
  await expect(provider.send('eth_getBalance', [bob, afterFlashblock(9)])).rejects.toMatchObject({
    error: { code: -32000, message: expect.stringContaining('flashblock 9 not found') },
  })
  provider.destroy()
})

test('viem and ethers read at a flashblock through devnet.at, where pending is that flashblock', async () => {
  await using stage = await openBlock()
  const { devnet, hashes, recorder, spare } = stage
  const at = devnet.at({ flashblock: 1 })
  const client = createPublicClient({ chain: preconfChain, transport: custom(at) })
  const pending = { blockTag: 'pending' } as const
  expect(await client.getBalance({ address: bob, ...pending })).toBe(1n)
  expect(await client.getStorageAt({ address: recorder, slot: '0x0', ...pending })).toBe(word(0))
  expect(await client.getCode({ address: spare, ...pending })).toBeUndefined()
  expect((await client.getBlock(pending)).transactions).toEqual([hashes.firstTransfer])
  expect(await client.getBlockReceipts(pending)).toHaveLength(1)
  expect(await client.getLogs({ fromBlock: 2n, toBlock: 'pending' })).toEqual([])
  await expect(client.getTransactionReceipt({ hash: hashes.sevenCall })).rejects.toMatchObject({
    name: 'TransactionReceiptNotFoundError',
  })
  const provider = new BrowserProvider(at, undefined, { cacheTimeout: -1 })
  await devnet.seal()
  expect(await provider.getBalance(bob, 'pending')).toBe(1n)
  expect(await provider.getBlockNumber()).toBe(1)
  provider.destroy()
})

test('devnet.at refuses a flashblock that is not there', async () => {
  await using devnet = await testDevnet()
  expect(() => devnet.at({ flashblock: 1 })).toThrow('flashblock 1 not found: no block is open')
  await devnet.flashblock()
  const { index } = await devnet.flashblock()
  expect(() => devnet.at({ flashblock: index + 1 })).toThrow(
    `flashblock ${index + 1} not found: the newest of the pending block is ${index}`,
  )
})
