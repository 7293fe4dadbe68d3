import { type Hex, parseEther, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { byTags, clientsOf, follow, untilPooled } from '../client.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const [before, after] = [parseEther('10000'), parseEther('10001')]

const networks = [
  ['arbitrum', 42_161, 250],
  ['robinhood', 4663, 100],
] as const

/** Signs payments of the third account to the second. */
function payer(devnet: PreconfDevnet, chainId: number) {
  const account = privateKeyToAccount(devnet.accounts[2]?.privateKey as Hex)
  const sign = (nonce: number, more: { maxPriorityFeePerGas?: bigint } = {}) =>
    account.signTransaction({
      chainId,
      to: bob,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: parseGwei('5'),
      nonce,
      ...more,
    })
  return { address: account.address, sign }
}

describe.each(networks)('%s', (network, chainId, blockMs) => {
  test('a transaction is sequenced, posted and finalized', async () => {
    await using devnet = await createDevnet({
      network: { like: network, safeLag: 2, finalizedLag: 4 },
      clock: 'manual',
    })
    const { client, wallet } = await clientsOf(devnet)
    expect(await client.getChainId()).toBe(chainId)
    await using socket = await follow(devnet, [
      ['newHeads'],
      ['logs', {}],
      ['newPendingTransactions'],
    ])
    const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1') })
    const pooled = await byTags(devnet, bob)
    expect(pooled).toMatchObject({ balances: [before, before, before, before] })
    await devnet.clock.advance(blockMs)
    const receipt = (await devnet.provider.request({
      method: 'eth_getTransactionReceipt',
      params: [hash],
    })) as Record<string, unknown>
    expect(receipt).toMatchObject({
      blockNumber: '0x1',
      status: '0x1',
      effectiveGasPrice: '0x989680',
      gasUsedForL1: '0x0',
      l1BlockNumber: expect.stringMatching(/^0x[1-9a-f]/),
      timeboosted: false,
    })
    expect(await client.getTransaction({ hash })).toMatchObject({ blockNumber: 1n })
    expect(await byTags(devnet, bob)).toMatchObject({
      balances: [after, after, before, before],
      numbers: [1, 1, 0, 0],
    })
    await devnet.clock.advance(2 * blockMs)
    expect(await byTags(devnet, bob)).toMatchObject({
      balances: [after, after, after, before],
      numbers: [3, 3, 1, 0],
    })
    await devnet.clock.advance(2 * blockMs)
    expect(await byTags(devnet, bob)).toMatchObject({
      balances: [after, after, after, after],
      numbers: [5, 5, 3, 1],
    })
    const pushed = await socket.read()
    expect(pushed.map(({ kind }) => kind)).toEqual(Array(5).fill('newHeads'))
    expect(pushed.map(({ result }) => result.number)).toEqual(['0x1', '0x2', '0x3', '0x4', '0x5'])
    expect(pushed[0]?.result).toMatchObject({
      hash: receipt.blockHash,
      l1BlockNumber: receipt.l1BlockNumber,
      sendCount: '0x0',
    })
  })

  test('a transaction after a gap in nonces waits a second', async () => {
    await using devnet = await createDevnet({ network, clock: 'manual' })
    const { address, sign } = payer(devnet, chainId)
    const send = async (nonce: number) =>
      devnet.provider.request({
        method: 'eth_sendRawTransaction',
        params: [await sign(nonce)],
      })
    // In time: what it waits for comes within the second.
    const second = send(1)
    await untilPooled(devnet, 1)
    await devnet.clock.advance(900)
    await send(0)
    await devnet.clock.advance(blockMs)
    const { blockNumber } = (await devnet.provider.request({
      method: 'eth_getTransactionReceipt',
      params: [(await second) as Hex],
    })) as { blockNumber: Hex }
    expect(Number(blockNumber)).toBe(Math.floor(900 / blockMs) + 1)
    const late = send(5).catch((error) => error)
    await untilPooled(devnet, 1)
    await devnet.clock.advance(1000)
    expect(await late).toMatchObject({
      code: -32000,
      message: `nonce too high: address ${address}, tx: 5 state: 2`,
    })
    expect(await devnet.provider.request({ method: 'txpool_status' })).toEqual({
      pending: '0x0',
      queued: '0x0',
    })
    const sync = devnet.provider
      .request({ method: 'eth_sendRawTransactionSync', params: [await sign(4)] })
      .catch((error: unknown) => error)
    await untilPooled(devnet, 1)
    await devnet.clock.advance(1000)
    expect(await sync).toMatchObject({
      code: -32000,
      message: `nonce too high: address ${address}, tx: 4 state: 2`,
    })
  })
})

test('a gap that is open when the devnet closes is answered', async () => {
  const devnet = await createDevnet({ network: 'arbitrum', clock: 'manual' })
  const { sign } = payer(devnet, 42_161)
  const sent = devnet.provider
    .request({ method: 'eth_sendRawTransaction', params: [await sign(3)] })
    .catch((error: unknown) => error)
  await untilPooled(devnet, 1)
  await devnet.close()
  expect(await sent).toMatchObject({ code: 4900 })
})

test('the wait of a synchronous send is a hex quantity, cut to 60 s', async () => {
  await using devnet = await createDevnet({ network: 'arbitrum', clock: 'manual' })
  const { client } = await clientsOf(devnet)
  const { sign } = payer(devnet, 42_161)
  const serializedTransaction = await sign(0)
  // viem writes it as a number.
  await expect(
    client.sendRawTransactionSync({ serializedTransaction, timeout: 500 }),
  ).rejects.toThrow(/cannot unmarshal non-string into Go value of type hexutil.Uint64/)
  const sent = client.sendRawTransactionSync({ serializedTransaction })
  await untilPooled(devnet, 1)
  await devnet.clock.advance(250)
  expect(await sent).toMatchObject({ status: 'success', blockNumber: 1n })
  await devnet.provider.request({ method: 'evm_setIntervalMining', params: [0] })
  const late = devnet.provider
    .request({ method: 'eth_sendRawTransactionSync', params: [await sign(1), '0x1d4c0'] })
    .catch((error: unknown) => error)
  await untilPooled(devnet, 1)
  await devnet.clock.advance(60_000)
  expect(await late).toMatchObject({ code: 4, data: expect.stringMatching(/^0x/) })
})

test('mined blocks keep the base fee', async () => {
  await using devnet = await createDevnet({ network: 'arbitrum', clock: 'manual' })
  const { client } = await clientsOf(devnet)
  await devnet.provider.request({ method: 'anvil_mine', params: ['0x200'] })
  const { number, baseFeePerGas } = await client.getBlock()
  expect({ number, baseFeePerGas }).toEqual({ number: 512n, baseFeePerGas: 10_000_000n })
})

test('tips are not paid', async () => {
  await using devnet = await createDevnet({ network: 'arbitrum', clock: 'manual' })
  const { client } = await clientsOf(devnet)
  const { address, sign } = payer(devnet, 42_161)
  expect(await client.request({ method: 'eth_maxPriorityFeePerGas' })).toBe('0x0')
  const hash = await client.sendRawTransaction({
    serializedTransaction: await sign(0, { maxPriorityFeePerGas: parseGwei('2') }),
  })
  await devnet.clock.advance(250)
  const receipt = await client.getTransactionReceipt({ hash })
  expect(receipt.effectiveGasPrice).toBe(10_000_000n)
  const spent = parseEther('10000') - (await client.getBalance({ address }))
  expect(spent).toBe(21_000n * 10_000_000n + 1n)
  const { miner } = await client.getBlock({ blockNumber: 1n })
  expect(await client.getBalance({ address: miner })).toBe(0n)
})

test('nodes answer in their own words', async () => {
  await using devnet = await createDevnet({ network: 'arbitrum', clock: 'manual' })
  await using socket = await follow(devnet, [])
  const { sign } = payer(devnet, 42_161)
  const raw = await sign(0)
  const lane = {
    chainId: '0xa4b1',
    round: '0x0',
    auctionContractAddress: bob,
    transaction: raw,
    options: null,
    sequenceNumber: '0x0',
    signature: `0x${'11'.repeat(65)}`,
  }
  const slots = { [bob]: { [`0x${'00'.repeat(32)}`]: `0x${'01'.repeat(32)}` } }
  const asked: [string, unknown[]][] = [
    ['timeboost_sendExpressLaneTransaction', [lane]],
    ['timeboost_sendExpressLaneTransaction', [{ ...lane, chainId: '0x1' }]],
    ['timeboost_sendExpressLaneTransaction', [{ ...lane, round: '0x7' }]],
    ['timeboost_sendExpressLaneTransaction', [{ ...lane, signature: undefined }]],
    ['eth_sendRawTransactionConditional', [raw, { blockNumberMax: '0x1' }]],
    ['eth_sendRawTransactionConditional', [raw, { timestampMax: '0x1' }]],
    ['eth_sendRawTransactionConditional', [raw, { knownAccounts: slots }]],
    ['eth_sendRawTransaction', ['0x03c0']],
    ['eth_subscribe', ['newFlashblocks']],
  ]
  const errors = []
  for (const [method, params] of asked) errors.push((await socket.ask(method, params)).error)
  expect(errors).toMatchObject([
    {
      code: -32000,
      message:
        'no on-chain controller for round 0 (current round 0, ValidateExpressLaneTx): NO_ONCHAIN_CONTROLLER',
    },
    {
      code: -32000,
      message: 'express lane tx chain ID 1 does not match current chain ID 42161: WRONG_CHAIN_ID',
    },
    {
      code: -32000,
      message: 'express lane tx round 7 does not match current round 0: BAD_ROUND_NUMBER',
    },
    { code: -32000, message: 'MALFORMED_DATA' },
    { code: -32003, message: 'BlockNumberMax condition not met' },
    { code: -32003, message: 'TimestampMax condition not met' },
    { code: -32003, message: 'Storage slot value condition not met' },
    { code: -32000, message: 'transaction type not supported' },
    { code: -32601, message: 'no "newFlashblocks" subscription in eth namespace' },
  ])
  const l1 = (await socket.ask('eth_getBlockByNumber', ['latest', false])).result as {
    l1BlockNumber: Hex
  }
  const { result } = await socket.ask('eth_sendRawTransactionConditional', [
    raw,
    { blockNumberMin: l1.l1BlockNumber },
  ])
  expect(result).toMatch(/^0x[0-9a-f]{64}$/)
})

/** Logs each call. */
const logger = '0x00000000000000000000000000000000000000aa'

test("an answer of Robinhood's logs has at most 10,000", async () => {
  await using devnet = await createDevnet({
    network: { like: 'robinhood', maxLogs: 3 },
    clock: 'manual',
  })
  const request = (method: string, params: readonly unknown[]) =>
    devnet.provider.request({ method, params: params as never })
  // LOG0 of nothing.
  await request('anvil_setCode', [logger, '0x5f5fa000'])
  const { wallet } = await clientsOf(devnet)
  for (let count = 0; count < 4; count++) await wallet.sendTransaction({ to: logger, nonce: count })
  await devnet.clock.advance(100)
  const range = { fromBlock: '0x0', toBlock: 'latest' }
  await expect(request('eth_getLogs', [range])).rejects.toMatchObject({
    code: -32000,
    message: 'logs matched by query exceeds limit of 3',
  })
  expect(await request('eth_getLogs', [{ ...range, address: bob }])).toEqual([])
})
