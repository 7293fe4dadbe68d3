import { RLP } from '@ethereumjs/rlp'
import { type Hex, pad } from 'viem'
import { expect, test } from 'vitest'
import { decodeDeposit } from '../../../../src/extensions/networks/op/deposit.ts'
import { bytesToHex, hexToBytes } from '../../../../src/lib/hex.ts'
import { keccak256 } from '../../../../src/wasm/keccak/keccak256.ts'
import { listRoot } from '../../../../src/wasm/keccak/module.ts'
import {
  account,
  type Client,
  client,
  creationOf,
  recorderRuntime,
} from '../../../rpc/methods/client.ts'

const carol = `0x${'ca'.repeat(20)}` as const
const dave = `0x${'da'.repeat(20)}` as const
const ether = 10n ** 18n

const balanceOf = async (devnet: Client, address: Hex, block = 'latest') =>
  BigInt(await devnet.ask('eth_getBalance', address, block))

test('a deposit mints, and pays for nothing', async () => {
  await using devnet = await client({ network: 'op' })
  const hash = await devnet.deposit({ from: carol, to: dave, mint: 3n * ether, value: ether })
  await devnet.seal()
  expect([await balanceOf(devnet, carol), await balanceOf(devnet, dave)]).toEqual([
    2n * ether,
    ether,
  ])
  const receipt = await devnet.ask('eth_getTransactionReceipt', hash)
  expect(receipt).toMatchObject({
    type: '0x7e',
    status: '0x1',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x0',
    transactionIndex: '0x1',
    depositNonce: '0x0',
  })
  expect(receipt).not.toHaveProperty('l1Fee')
  expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({
    hash,
    type: '0x7e',
    from: carol,
    to: dave,
    mint: '0x29a2241af62c0000',
    value: '0xde0b6b3a7640000',
    nonce: '0x0',
    gas: '0xf4240',
    input: '0x',
  })
})

test('a deposit that fails keeps what it minted, and raises the nonce', async () => {
  await using devnet = await client({ network: 'op' })
  const failing = [
    // Its code reverts, its value is more than there is, its gas is not enough.
    await devnet.deposit({ from: carol, mint: 1n, data: '0x5f5ffd' }),
    await devnet.deposit({ from: carol, to: dave, mint: 1n, value: 10n }),
    await devnet.deposit({ from: carol, to: dave, mint: 1n, gas: 20_000n }),
  ]
  await devnet.seal()
  const receipts = await Promise.all(
    failing.map((hash) => devnet.ask('eth_getTransactionReceipt', hash)),
  )
  expect(receipts.map(({ status, depositNonce }) => [status, depositNonce])).toEqual([
    ['0x0', '0x0'],
    ['0x0', '0x1'],
    ['0x0', '0x2'],
  ])
  expect(receipts.slice(1).map(({ gasUsed }) => Number(gasUsed))).toEqual([1_000_000, 20_000])
  expect(await balanceOf(devnet, carol)).toBe(3n)
  expect(await devnet.ask('eth_getTransactionCount', carol, 'latest')).toBe('0x3')
})

test('a deposit that creates has its contract by the nonce before it', async () => {
  await using devnet = await client({ network: 'op' })
  await devnet.deposit({ from: carol, to: dave })
  const hash = await devnet.deposit({ from: carol, data: creationOf(recorderRuntime) })
  await devnet.seal()
  const { contractAddress } = await devnet.ask('eth_getTransactionReceipt', hash)
  const created = keccak256(RLP.encode([hexToBytes(carol), 1n])).subarray(12)
  expect(contractAddress).toBe(bytesToHex(created))
  expect(await devnet.ask('eth_getCode', contractAddress, 'latest')).toBe(recorderRuntime)
})

test('logs of a deposit are found, and the times of their blocks on base', async () => {
  await using devnet = await client({ network: 'base' })
  const made = await devnet.deposit({ from: carol, data: creationOf(recorderRuntime) })
  await devnet.seal()
  const { contractAddress } = await devnet.ask('eth_getTransactionReceipt', made)
  const hash = await devnet.deposit({ from: carol, to: contractAddress, data: pad('0x7') })
  await devnet.seal()
  const { logs } = await devnet.ask('eth_getTransactionReceipt', hash)
  const found = await devnet.ask('eth_getLogs', { fromBlock: '0x0', address: contractAddress })
  expect(found).toEqual(logs)
  const { timestampMs } = await devnet.ask('eth_getBlockByNumber', '0x2', false)
  expect(found).toMatchObject([
    { topics: [pad('0x7')], transactionHash: hash, blockTimestampMs: timestampMs },
  ])
})

test('deposits begin an epoch, behind the attributes and before all others', async () => {
  await using devnet = await client({ network: 'base' })
  await devnet.seal()
  const sent = await devnet.send({ to: dave, value: '0x1' })
  const hash = await devnet.deposit({ from: carol, to: dave })
  await devnet.seal()
  const { transactions } = await devnet.ask('eth_getBlockByNumber', 'latest', true)
  expect(transactions.map(({ hash }: { hash: Hex }) => hash).slice(2)).toEqual([hash, sent])
  const [first, second] = await Promise.all(
    ['0x1', 'latest'].map((block) => devnet.ask('eth_getBlockByNumber', block, true)),
  )
  const sequence = (block: { transactions: { input: Hex }[] }) =>
    Number(`0x${block.transactions[0]?.input.slice(26, 42)}`)
  expect([sequence(first), sequence(second)]).toEqual([1, 0])
})

test('blocks hash to their roots, and stay the same in files', async () => {
  await using devnet = await client({ network: 'op', maxPersistedStates: 4 })
  const deposit = await devnet.deposit({ from: carol, to: dave, mint: 2n, value: 1n })
  const sent = await devnet.send({ to: dave, value: '0x1' })
  await devnet.seal()
  const block = await devnet.ask('eth_getBlockByNumber', '0x1', true)
  const raw: Hex[] = await devnet.ask('debug_getRawTransactions', '0x1')
  expect(bytesToHex(listRoot(raw, hexToBytes))).toBe(block.transactionsRoot)
  const receipts: Hex[] = await devnet.ask('debug_getRawReceipts', '0x1')
  expect(bytesToHex(listRoot(receipts, hexToBytes))).toBe(block.receiptsRoot)
  const [, fields] = [0, RLP.decode(hexToBytes(receipts[1] as Hex).subarray(1))]
  expect((fields as Uint8Array[]).slice(4).map(bytesToHex)).toEqual(['0x', '0x01'])
  expect(decodeDeposit(hexToBytes(raw[1] as Hex))).toMatchObject({ mint: 2n, value: 1n })
  expect(await devnet.ask('eth_getRawTransactionByHash', deposit)).toBe(raw[1])

  const own = await Promise.all(
    [deposit, sent].map((hash) => devnet.ask('eth_getTransactionReceipt', hash)),
  )
  // Beyond what is kept decoded.
  await devnet.ask('hardhat_mine', '0x104')
  const after = await Promise.all(
    [deposit, sent].map((hash) => devnet.ask('eth_getTransactionReceipt', hash)),
  )
  expect(after).toEqual(own)
  expect(await devnet.ask('eth_getBlockByNumber', '0x1', true)).toEqual(block)
})

test.each(['op', 'base'] as const)('a chain of %s goes on from its state file', async (network) => {
  await using devnet = await client({ network })
  const hash = await devnet.deposit({ from: carol, to: dave, mint: 2n, value: 1n })
  const sent = await devnet.send({ to: dave, value: '0x1' })
  await devnet.seal()
  await using other = await client({ network, loadState: await devnet.dumpState() })
  for (const each of [hash, sent]) {
    for (const method of ['eth_getTransactionReceipt', 'eth_getTransactionByHash']) {
      expect(await other.ask(method, each)).toEqual(await devnet.ask(method, each))
    }
  }
  const [{ hash: one }, { hash: another }] = [await devnet.seal(), await other.seal()]
  expect(another).toBe(one)
})

test.each(['op', 'base'] as const)("a chain of %s goes through Anvil's dump", async (network) => {
  await using devnet = await client({ network })
  const hash = await devnet.deposit({ from: carol, to: dave, mint: 2n, value: 1n })
  await devnet.send({ to: dave, value: '0x1' })
  await devnet.seal()
  await using other = await client({ network })
  await other.ask('anvil_loadState', await devnet.ask('anvil_dumpState', true))
  for (const [method, ...params] of [
    ['eth_getBlockByNumber', 'latest', true],
    ['eth_getTransactionReceipt', hash],
  ] as const) {
    expect(await other.ask(method, ...params)).toEqual(await devnet.ask(method, ...params))
  }
  const [{ hash: one }, { hash: another }] = [await devnet.seal(), await other.seal()]
  expect(another).toBe(one)
})

test.each(['op', 'base'] as const)('blocks of %s are run again from a file', async (network) => {
  await using devnet = await client({ network })
  await devnet.deposit({ from: carol, to: dave, mint: 2n, value: 1n })
  await devnet.send({ to: dave, value: '0x1' })
  await devnet.seal()
  await devnet.seal()
  const genesis = (await devnet.export('genesis', { block: 0 })).content
  const chain = (await devnet.export('rlp')).content
  await using other = await client({ network, genesis, chain })
  const block = await devnet.ask('eth_getBlockByNumber', 'latest', true)
  expect(await other.ask('eth_getBlockByNumber', 'latest', true)).toEqual(block)
})

test('a deposit is traced, and so is what is behind it', async () => {
  await using devnet = await client({ network: 'op' })
  const deposit = await devnet.deposit({ from: carol, to: dave, mint: 2n, value: 1n })
  const sent = await devnet.send({ to: dave, value: '0x1' })
  await devnet.seal()
  const tracer = { tracer: 'callTracer' }
  expect(await devnet.ask('debug_traceTransaction', deposit, tracer)).toMatchObject({
    from: carol,
    to: dave,
    value: '0x1',
    gasUsed: '0x5208',
  })
  expect(await devnet.ask('debug_traceTransaction', sent, tracer)).toMatchObject({ to: dave })
  expect(await devnet.ask('debug_traceBlockByNumber', 'latest', tracer)).toHaveLength(3)
  expect(await devnet.ask('trace_block', 'latest')).not.toHaveLength(0)
})

test('reorgs and faults leave the system its transactions', async () => {
  await using devnet = await client({ network: 'op' })
  const first = await devnet.send({ to: dave, value: '0x1' })
  await devnet.flashblock()
  devnet.faults.inject({ kind: 'dropAtSeal' })
  await devnet.seal()
  expect(await devnet.ask('eth_getTransactionReceipt', first)).toBeNull()
  expect((await devnet.ask('eth_getBlockByNumber', 'latest', false)).transactions).toHaveLength(1)
  await devnet.reorg({ depth: 1 })
  const { transactions } = await devnet.ask('eth_getBlockByNumber', 'latest', true)
  expect(transactions.map(({ type }: { type: Hex }) => type)).toEqual(['0x7e'])
})

test('who sends a deposit is refused, and so is one where there is no L1', async () => {
  await using devnet = await client({ network: 'op' })
  await devnet.deposit({ from: carol, to: dave })
  await devnet.seal()
  const [, raw] = await devnet.ask('debug_getRawTransactions', 'latest')
  expect(await devnet.refusal('eth_sendRawTransaction', raw)).toMatchObject({
    message: expect.stringContaining('not supported'),
  })
  await using ethereum = await client()
  const message = 'this chain has no L1: start it as one of the OP stack'
  await expect(ethereum.deposit({ from: carol })).rejects.toThrow(message)
  await expect(ethereum.l1.set({ baseFee: 1n })).rejects.toThrow(message)
  expect(await ethereum.refusal('eth_sendRawTransaction', raw)).toMatchObject({
    message: expect.stringContaining('not supported'),
  })
  expect(account(devnet, 0)).not.toBe(carol)
})

test('with automining a deposit is sealed at once, with flashblocks in the next block', async () => {
  await using devnet = await client({ network: 'op', mining: 'auto' })
  const hash = await devnet.deposit({ from: carol, to: dave })
  expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ blockNumber: '0x1' })
  await using timed = await client({ network: 'op', mining: 'flashblocks' })
  const waiting = await timed.deposit({ from: carol, to: dave })
  await timed.clock.advance(1000)
  expect(await timed.ask('eth_getTransactionReceipt', waiting)).toBeNull()
  await timed.clock.advance(1000)
  expect(await timed.ask('eth_getTransactionReceipt', waiting)).toMatchObject({
    blockNumber: '0x2',
  })
})

test('deposits pay no tip', async () => {
  await using devnet = await client({ network: 'op' })
  await devnet.deposit({ from: carol, to: dave })
  const { hash } = await devnet.seal()
  const { reward } = await devnet.ask('eth_feeHistory', '0x1', 'latest', [10, 90])
  expect(reward).toEqual([['0x0', '0x0']])
  const attributes = {
    timestamp: '0x7fffffff',
    prevRandao: `0x${'00'.repeat(32)}`,
    suggestedFeeRecipient: dave,
    withdrawals: [],
    parentBeaconBlockRoot: `0x${'00'.repeat(32)}`,
  }
  const { blockValue } = await devnet.ask('testing_buildBlockV1', hash, attributes, [], null)
  expect(blockValue).toBe('0x0')
})

test('a trace tells the balances of sender and vaults before and after all fees', async () => {
  await using devnet = await client({ network: 'op' })
  await devnet.l1.set({ operatorFeeConstant: 9n })
  await devnet.seal()
  const sent = await devnet.send({ to: dave, value: '0x1' })
  await devnet.seal()
  const config = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
  const { pre, post } = await devnet.ask('debug_traceTransaction', sent, config)
  const vaults = ['11', '19', '1a', '1b'].map((end) => `0x42${end.padStart(38, '0')}` as const)
  for (const address of [account(devnet, 0).toLowerCase() as Hex, ...vaults]) {
    expect(BigInt(pre[address]?.balance)).toBe(await balanceOf(devnet, address, '0x1'))
    expect(BigInt(post[address]?.balance)).toBe(await balanceOf(devnet, address, '0x2'))
  }
})

test('data on L1 is no gas of blobs in fee histories', async () => {
  await using devnet = await client({ network: 'op' })
  await devnet.send({ to: dave, value: '0x1' })
  const { number } = await devnet.seal()
  const { blobGasUsed } = await devnet.ask(
    'eth_getBlockByNumber',
    `0x${number.toString(16)}`,
    false,
  )
  expect(Number(blobGasUsed)).toBeGreaterThan(0)
  expect(await devnet.ask('eth_feeHistory', '0x1', 'latest', [])).toMatchObject({
    blobGasUsedRatio: [0],
  })
})
