import { JsonRpcProvider, Wallet } from 'ethers'
import { BlockNotFoundError, type Hex, hexToBigInt, slice, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { viemClient } from '../support/clients.ts'
import { lookAround, openBlock, word } from '../support/openBlock.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { bob } from '../support/transfers.ts'
import { untilPooled } from '../support/untilPooled.ts'

const pending = { blockTag: 'pending' } as const

const teller = '0x00000000000000000000000000000000000000ee'
/** Returns the balance of Bob. */
const tellBalance: Hex = `0x73${bob.slice(2)}315f5260205ff3`

test('getBlock: all flashblocks so far, number N+1, hash zero; the newest block while none is open', async () => {
  await using stage = await openBlock()
  const { client, devnet, hashes } = stage
  const block = await client.getBlock(pending)
  const { firstTransfer, secondTransfer, sevenCall, spareCreation } = hashes
  expect(block).toMatchObject({
    number: 2n,
    hash: zeroHash,
    parentHash: stage.sealed.hash,
    transactions: [firstTransfer, secondTransfer, sevenCall, spareCreation],
  })
  await devnet.seal()
  const newest = await client.getBlock({ blockTag: 'latest', includeTransactions: true })
  expect(newest.number).toBe(2n)
  expect(await client.getBlock({ ...pending, includeTransactions: true })).toEqual(newest)
})

test('getBlockTransactionCount: of all flashblocks so far; of the newest block while none is open', async () => {
  await using stage = await openBlock()
  const { client, devnet } = stage
  expect(await client.getBlockTransactionCount(pending)).toBe(4)
  expect(await client.getBlockTransactionCount({ blockTag: 'latest' })).toBe(2)
  await devnet.seal()
  expect(await client.getBlockTransactionCount(pending)).toBe(5)
})

test('getBlock by N+1: none until it is sealed, unless heads are reported at each flashblock', async () => {
  await using stage = await openBlock()
  await expect(stage.client.getBlock({ blockNumber: 2n })).rejects.toThrow(BlockNotFoundError)
  await stage.devnet.seal()
  expect((await stage.client.getBlock({ blockNumber: 2n })).number).toBe(2n)
  await using telling = await openBlock({ newHeads: 'flashblocks' })
  const block = await telling.client.getBlock({ blockNumber: 2n })
  expect(block).toEqual(await telling.client.getBlock(pending))
})

test('getTransactionReceipt: pre-confirmed with the hash zero and all else as it will be', async () => {
  await using stage = await openBlock()
  const { client, devnet, hashes, recorder } = stage
  const receipt = await client.getTransactionReceipt({ hash: hashes.sevenCall })
  expect(receipt).toMatchObject({
    status: 'success',
    blockHash: zeroHash,
    blockNumber: 2n,
    transactionIndex: 2,
    cumulativeGasUsed: 42_000n + receipt.gasUsed,
    logs: [{ address: recorder, blockHash: zeroHash, logIndex: 0, removed: false }],
  })
  const { hash: blockHash } = await devnet.seal()
  const logs = receipt.logs.map((log) => ({ ...log, blockHash }))
  expect(await client.getTransactionReceipt({ hash: hashes.sevenCall })).toEqual({
    ...receipt,
    blockHash,
    logs,
  })
})

test('getTransaction: pre-confirmed with its place and no block hash, pooled without both', async () => {
  await using stage = await openBlock()
  const { client, hashes } = stage
  expect(await client.getTransaction({ hash: hashes.sevenCall })).toMatchObject({
    blockHash: null,
    blockNumber: 2n,
    transactionIndex: 2,
  })
  expect(await client.getTransaction({ hash: hashes.pooled })).toMatchObject({
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
  })
})

test('getBalance: as the newest flashblock left it; of others as it was', async () => {
  await using stage = await openBlock()
  const { client, devnet } = stage
  const untouched = devnet.accounts[9]?.address ?? bob
  expect(await client.getBalance({ address: bob, ...pending })).toBe(2n)
  expect(await client.getBalance({ address: bob, blockTag: 'latest' })).toBe(0n)
  expect(await client.getBalance({ address: untouched, ...pending })).toBe(10n ** 22n)
})

test('getTransactionCount: after pre-confirmed and pooled transactions, so that sends in one tick do not collide', async () => {
  await using stage = await openBlock()
  const { client, devnet, alice: address } = stage
  expect(await client.getTransactionCount({ address, ...pending })).toBe(7)
  expect(await client.getTransactionCount({ address, blockTag: 'latest' })).toBe(2)
  const { url } = await devnet.listen({ port: 0 })
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 })
  const wallet = new Wallet(devnet.accounts[0]?.privateKey as string, provider)
  const sent = [
    await wallet.sendTransaction({ to: bob, value: 1n }),
    await wallet.sendTransaction({ to: bob, value: 1n }),
  ]
  expect(sent.map(({ nonce }) => nonce)).toEqual([7, 8])
  provider.destroy()
})

test('call: on the pre-confirmed state in the block N+1, a client’s own overrides on top', async () => {
  await using stage = await openBlock()
  const { client } = stage
  const { timestamp } = await client.getBlock(pending)
  const look = async (balance?: bigint) => {
    const stateOverride = balance === undefined ? [] : [{ address: bob, balance } as const]
    const { data = '0x' } = await client.call({ data: lookAround, stateOverride, ...pending })
    return [0, 32, 64].map((start) => hexToBigInt(slice(data, start, start + 32)))
  }
  expect(await look()).toEqual([2n, timestamp, 2n])
  expect(await look(99n)).toEqual([2n, timestamp, 99n])
})

test('estimateGas: on the pre-confirmed state, where a slot that is set costs less to write', async () => {
  await using stage = await openBlock()
  const { client, recorder, alice } = stage
  const at = (blockTag: 'pending' | 'latest') =>
    client.estimateGas({ account: alice, to: recorder, data: word(9), blockTag })
  expect(await at('pending')).toBeLessThan(await at('latest'))
})

test('simulateBlocks: on the pre-confirmed state once, later blocks keep what earlier ones wrote', async () => {
  await using stage = await openBlock()
  const { client } = stage
  const look = { to: teller } as const
  const blocks = await client.simulateBlocks({
    blocks: [
      {
        stateOverrides: [{ address: teller, code: tellBalance }],
        calls: [look, { to: bob, value: 5n }, look],
      },
      { calls: [look] },
    ],
    ...pending,
  })
  const returned = blocks.map(({ calls }) => calls.map(({ data }) => data))
  expect(returned).toEqual([[word(2), '0x', word(7)], [word(7)]])
  expect(blocks.map(({ number }) => number)).toEqual([2n, 3n])
})

test('getLogs to pending: sealed and pre-confirmed logs, each once', async () => {
  await using stage = await openBlock()
  const { client, devnet, hashes, recorder: address } = stage
  const places = async (range: object) =>
    (await client.getLogs({ address, ...range })).map(({ transactionHash, blockHash }) => [
      transactionHash,
      blockHash,
    ])
  const sealed = [hashes.zeroCall, stage.sealed.hash]
  const open = [hashes.sevenCall, zeroHash]
  expect(await places({ fromBlock: 0n, toBlock: 'pending' })).toEqual([sealed, open])
  expect(await places({ fromBlock: 'pending', toBlock: 'pending' })).toEqual([open])
  expect(await places({ fromBlock: 0n, toBlock: 'latest' })).toEqual([sealed])
  const { hash } = await devnet.seal()
  const both = [sealed, [hashes.sevenCall, hash]]
  expect(await places({ fromBlock: 0n, toBlock: 'pending' })).toEqual(both)
})

test('getCode, getStorageAt, getProof and getBlockReceipts: of the pre-confirmed state', async () => {
  await using stage = await openBlock()
  const { client, spare, recorder, recorderCode, hashes } = stage
  expect(await client.getCode({ address: spare, ...pending })).toBe(recorderCode)
  expect(await client.getStorageAt({ address: recorder, slot: '0x0', ...pending })).toBe(word(7))
  const proof = await client.getProof({ address: recorder, storageKeys: [word(0)], ...pending })
  expect(proof.storageProof[0]?.value).toBe(7n)
  // Without a block it asks for `pending`, as the chain has pre-confirmations.
  const receipts = await client.getBlockReceipts()
  expect(receipts).toHaveLength(4)
  expect(receipts[2]).toEqual(await client.getTransactionReceipt({ hash: hashes.sevenCall }))
})

test('sendRawTransactionSync: the pre-confirmed receipt, and 6 s when asked to wait for longer', async () => {
  await using devnet = await testDevnet()
  const client = await viemClient(devnet, 'HTTP')
  const signed = async (nonce: number) =>
    client.signTransaction(
      await client.prepareTransactionRequest({ to: bob, value: 1n, gas: 21_000n, nonce }),
    )
  const sending = client.sendRawTransactionSync({ serializedTransaction: await signed(0) })
  await untilPooled(devnet, 1)
  await devnet.flashblock()
  expect(await sending).toMatchObject({ status: 'success', blockNumber: 1n, blockHash: zeroHash })
  const waiting = client
    .sendRawTransactionSync({ serializedTransaction: await signed(1), timeout: 60_000 })
    .catch((error: Error) => error)
  await untilPooled(devnet, 1)
  await devnet.clock.advance(6_000)
  expect(await waiting).toMatchObject({ message: expect.stringContaining('in 6s') })
})

test('getBlockNumber and latest: the newest sealed block, whatever is pre-confirmed', async () => {
  await using stage = await openBlock()
  const { client, devnet } = stage
  const now = async () => [
    await client.getBlockNumber({ cacheTime: 0 }),
    (await client.getBlock({ blockTag: 'latest' })).number,
  ]
  expect(await now()).toEqual([1n, 1n])
  await devnet.flashblock()
  expect(await now()).toEqual([1n, 1n])
  await devnet.seal()
  expect(await now()).toEqual([2n, 2n])
})

test('base_transactionStatus: known from the pool on', async () => {
  await using stage = await openBlock()
  const { hashes, ask } = stage
  for (const hash of [hashes.pooled, hashes.sevenCall, hashes.zeroCall]) {
    expect(await ask('base_transactionStatus', [hash])).toEqual({ status: 'Known' })
  }
  expect(await ask('base_transactionStatus', [zeroHash])).toEqual({ status: 'Unknown' })
})
