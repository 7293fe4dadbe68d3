import { formatEther, type Hex, parseEther, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createDevnet } from '../../../../src/index.ts'
import { byTags, clientsOf, follow, untilPooled } from '../client.ts'

type Asked = { method: string; params?: readonly unknown[] }

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const carol = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/** In wei, as a block that has just been proposed, voted and finalized has it. */
const [before, after] = [parseEther('10000'), parseEther('10001')]

test('a transaction is proposed, voted, finalized and verified', async () => {
  await using devnet = await createDevnet({ network: 'monad', clock: 'manual' })
  const { client, wallet } = await clientsOf(devnet)
  await using socket = await follow(devnet, [['newHeads'], ['monadNewHeads']])
  const request = (asked: Asked) => devnet.provider.request(asked)
  const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1'), gas: 50_000n })

  // The pool is not shown.
  expect(await request({ method: 'eth_getTransactionByHash', params: [hash] })).toBeNull()
  const [alice] = devnet.accounts
  expect((await byTags(devnet, alice?.address as Hex)).counts).toEqual([0, 0, 0, 0])
  const pooled = await request({ method: 'txpool_statusByHash', params: [hash] })
  expect(pooled).toEqual({ status: 'tracked' })

  await devnet.clock.advance(300)
  const receipt = await client.getTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', gasUsed: 50_000n, blockNumber: 1n })
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, before, before],
    numbers: [1, 1, 0, 0],
  })
  await devnet.clock.advance(300)
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, after, before],
    numbers: [2, 2, 1, 0],
  })
  await devnet.clock.advance(300)
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, after, after],
    numbers: [3, 3, 2, 1],
  })
  await devnet.clock.advance(3 * 300)

  const pushed = await socket.read()
  const ofFirst = pushed.filter(({ result }) => result.number === '0x1')
  // Four times by its state, and once as a head.
  expect(ofFirst.map(({ kind, result }) => [kind, result.commitState])).toEqual([
    ['monadNewHeads', 'Proposed'],
    ['newHeads', undefined],
    ['monadNewHeads', 'Voted'],
    ['monadNewHeads', 'Finalized'],
    ['monadNewHeads', 'Verified'],
  ])
  const ids = new Set(ofFirst.map(({ result }) => result.blockId))
  expect(ids.size).toBe(2)
  expect(ids).not.toContain(receipt.blockHash)
})

test('a transaction pays for its gas limit', async () => {
  await using devnet = await createDevnet({ network: 'monad', clock: 'manual' })
  const { client, wallet } = await clientsOf(devnet)
  const [alice] = devnet.accounts
  const gasPrice = parseGwei('200')
  const hash = await wallet.sendTransaction({ to: carol, value: 1n, gas: 1_000_000n, gasPrice })
  await devnet.clock.advance(300)
  const { gasUsed } = await client.getTransactionReceipt({ hash })
  expect(gasUsed).toBe(1_000_000n)
  const left = await client.getBalance({ address: alice?.address as Hex })
  expect(parseEther('10000') - left).toBe(1_000_000n * gasPrice + 1n)
  expect((await client.getBlock({ blockNumber: 1n })).gasUsed).toBe(1_000_000n)
})

test('an account that was active keeps 10 MON', async () => {
  await using devnet = await createDevnet({ network: 'monad', clock: 'manual' })
  const { client, wallet } = await clientsOf(devnet)
  const fees = { gas: 21_000n, gasPrice: parseGwei('200') }
  const emptied = parseEther('9995')
  // It has not been active: it may go below.
  const first = await wallet.sendTransaction({ to: bob, value: 1n, ...fees })
  const second = await wallet.sendTransaction({ to: bob, value: emptied, ...fees })
  await devnet.clock.advance(300)
  expect(await client.getTransactionReceipt({ hash: first })).toMatchObject({ status: 'success' })
  expect(await client.getTransactionReceipt({ hash: second })).toMatchObject({
    status: 'reverted',
    gasUsed: 21_000n,
  })
  await devnet.clock.advance(300)
  await devnet.clock.advance(300)
  await devnet.clock.advance(300)
  // Three blocks later it counts as inactive.
  const third = await wallet.sendTransaction({ to: bob, value: emptied, ...fees })
  await devnet.clock.advance(300)
  expect(await client.getTransactionReceipt({ hash: third })).toMatchObject({ status: 'success' })
  const left = await client.getBalance({ address: wallet.account.address })
  expect(Number(formatEther(left))).toBeLessThan(5)
})

test('a synchronous send answers when its block is proposed, and waits 2 s', async () => {
  await using devnet = await createDevnet({ network: 'monad', clock: 'manual' })
  const [, second] = devnet.accounts
  const account = privateKeyToAccount(second?.privateKey as Hex)
  const sign = (nonce: number) =>
    account.signTransaction({
      chainId: 143,
      to: bob,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: parseGwei('400'),
      maxPriorityFeePerGas: parseGwei('2'),
      nonce,
    })
  const request = (asked: Asked) => devnet.provider.request(asked)
  const sent = request({
    method: 'eth_sendRawTransactionSync',
    params: [await sign(0), 500],
  })
  await untilPooled(devnet, 1)
  await devnet.clock.advance(300)
  expect(await sent).toMatchObject({ blockNumber: '0x1', status: '0x1' })
  // A time over the maximum is replaced by the default.
  const late = request({
    method: 'eth_sendRawTransactionSync',
    params: [await sign(5), 60_000],
  }).catch((error) => error)
  await untilPooled(devnet, 1)
  await devnet.clock.advance(2_100)
  expect(await late).toMatchObject({
    code: 4,
    message: 'Transaction receipt not available within 2000ms timeout',
    data: { hash: expect.stringMatching(/^0x/) },
  })
  await expect(
    request({ method: 'eth_sendRawTransactionSync', params: ['0x1234'] }),
  ).rejects.toMatchObject({ code: 5, message: 'The transaction is not ready to be processed' })
})

test('nodes answer in their own words', async () => {
  await using devnet = await createDevnet({ network: 'monad', clock: 'manual' })
  await using socket = await follow(devnet, [])
  const [, second] = devnet.accounts
  const account = privateKeyToAccount(second?.privateKey as Hex)
  const other = await account.signTransaction({
    chainId: 1,
    to: bob,
    gas: 21_000n,
    gasPrice: parseGwei('200'),
    nonce: 0,
  })
  const cheap = await account.signTransaction({
    chainId: 143,
    to: bob,
    gas: 20_000n,
    gasPrice: parseGwei('200'),
    nonce: 0,
  })
  const wide = [{ fromBlock: '0x0', toBlock: '0x7d0' }]
  const asked: [string, unknown[]][] = [
    ['eth_subscribe', ['newPendingTransactions']],
    ['eth_subscribe', ['newHeads', true]],
    ['eth_newFilter', [{}]],
    ['eth_sendRawTransaction', [other]],
    ['eth_sendRawTransaction', [cheap]],
    ['eth_sendRawTransaction', ['0x12']],
    ['txpool_statusByHash', [`0x${'12'.repeat(32)}`]],
    ['eth_getLogs', wide],
  ]
  const errors = []
  for (const [method, params] of asked) errors.push((await socket.ask(method, params)).error)
  expect(errors).toMatchObject([
    { code: -32602, message: 'Invalid params' },
    { code: -32602, message: 'Invalid params' },
    { code: -32601, message: 'Method not found' },
    { code: -32000, message: 'Invalid chain ID: expected 143, got 1' },
    { code: -32603, message: 'Gas limit too low' },
    { code: -32603, message: 'Transaction decoding error' },
    { code: -32603, message: 'Unknown tx hash' },
    { code: -32602, message: 'block range too large' },
  ])
  expect(await socket.ask('eth_maxPriorityFeePerGas')).toMatchObject({ result: '0x77359400' })
})

test('headers have the members of the public fixtures, in their order', async () => {
  await using devnet = await createDevnet({ network: 'monad', clock: 'manual' })
  await using socket = await follow(devnet, [['monadNewHeads'], ['newHeads']])
  await devnet.clock.advance(300)
  // category-labs/monad, exec-events-emn-30b-15m: 0.monad-header.json and 0.header.json, of a block before Shanghai.
  const first =
    'hash parentHash sha3Uncles miner stateRoot transactionsRoot receiptsRoot logsBloom difficulty number gasLimit gasUsed timestamp extraData mixHash nonce baseFeePerGas'
  const later = 'withdrawalsRoot blobGasUsed excessBlobGas parentBeaconBlockRoot requestsHash'
  const header = `${first} ${later} totalDifficulty size`
  const [monadHead, head] = await socket.read()
  expect(Object.keys(monadHead?.result ?? {}).join(' ')).toBe(`blockId commitState ${header}`)
  expect(Object.keys(head?.result ?? {}).join(' ')).toBe(header)
  const block = await devnet.provider.request({
    method: 'eth_getBlockByNumber',
    params: ['0x1', false],
  })
  expect(Object.keys(block ?? {}).join(' ')).toBe(`${header} uncles transactions`)
  expect(block).toMatchObject({ ...head?.result, totalDifficulty: '0x0' })
})

test('a connection has at most 100 subscriptions', async () => {
  await using devnet = await createDevnet({ network: 'monad', clock: 'manual' })
  await using socket = await follow(devnet, [])
  const ids = await Promise.all(
    Array.from({ length: 100 }, () => socket.ask('eth_subscribe', ['newHeads'])),
  )
  const refused = { error: { code: -32603, message: 'WebSocket subscription limit reached' } }
  expect(await socket.ask('eth_subscribe', ['newHeads'])).toMatchObject(refused)
  expect(await socket.ask('eth_unsubscribe', [ids[0]?.result])).toMatchObject({ result: true })
  expect(await socket.ask('eth_subscribe', ['monadLogs'])).toMatchObject({
    result: expect.stringMatching(/^0x/),
  })
})
