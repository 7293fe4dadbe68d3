import { type Hex, parseEther, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { byTags, clientsOf, follow, untilPooled } from '../client.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const logger = '0x00000000000000000000000000000000000000aa'
const [before, after] = [parseEther('10000'), parseEther('10001')]
const zeroHash = `0x${'00'.repeat(32)}`

function asker(devnet: PreconfDevnet) {
  return (method: string, params: readonly unknown[] = []) =>
    devnet.provider.request({ method, params: params as never }) as Promise<Record<string, unknown>>
}

test('polygon has no pre-confirmations, and final blocks after two more', async () => {
  await using devnet = await createDevnet({ network: 'polygon', clock: 'manual' })
  const { client, wallet } = await clientsOf(devnet)
  const request = asker(devnet)
  expect(devnet.viemChain).toMatchObject({ id: 137, nativeCurrency: { symbol: 'POL' } })
  const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1'), gas: 400_000n })
  await devnet.clock.advance(1900)
  expect(await request('eth_getTransactionReceipt', [hash])).toBeNull()
  await devnet.clock.advance(100)
  const receipt = await request('eth_getTransactionReceipt', [hash])
  expect(receipt).toMatchObject({ blockNumber: '0x1', status: '0x1' })
  expect(receipt).not.toHaveProperty('preconfirmation')
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, before, before],
    numbers: [1, 1, 0, 0],
  })
  await devnet.clock.advance(4000)
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, after, after],
    numbers: [3, 3, 1, 1],
  })
  const networkInfo = await client.request({ method: 'preconf_networkInfo' as never })
  expect(networkInfo).toMatchObject({
    notModelled: expect.arrayContaining([expect.stringContaining('polygon-preconf')]),
  })
})

test('a pre-confirmed receipt has no block hash, and says so', async () => {
  await using devnet = await createDevnet({ network: 'polygon-preconf', clock: 'manual' })
  const { wallet } = await clientsOf(devnet)
  const request = asker(devnet)
  // LOG0 of nothing.
  await request('anvil_setCode', [logger, '0x5f5fa000'])
  await using socket = await follow(devnet, [['newHeads'], ['logs', {}], ['pendingLogs', {}]])
  const first = await wallet.sendTransaction({ to: logger, gas: 100_000n })
  await devnet.clock.advance(100)
  // Too little for a checkpoint; the pool is not in the pending state.
  expect(await request('eth_getTransactionReceipt', [first])).toBeNull()
  const [alice] = devnet.accounts
  expect((await byTags(devnet, alice?.address as Hex)).counts).toEqual([0, 0, 0, 0])
  const second = await wallet.sendTransaction({
    to: bob,
    value: parseEther('1'),
    gas: 300_000n,
    nonce: 1,
  })
  await devnet.clock.advance(100)
  expect((await byTags(devnet, alice?.address as Hex)).counts).toEqual([0, 2, 0, 0])
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [before, after, before, before],
    numbers: [0, 1, 0, 0],
  })
  const place = { transactionIndex: '0x0', blockNumber: '0x1' }
  expect(await request('eth_getTransactionReceipt', [first])).toMatchObject({
    ...place,
    blockHash: null,
    preconfirmation: true,
    logs: [{ ...place, blockHash: zeroHash, logIndex: '0x0' }],
  })
  expect(await request('eth_getTransactionReceipt', [second])).toMatchObject({
    transactionIndex: '0x1',
    blockHash: null,
    preconfirmation: true,
  })
  await devnet.clock.advance(1800)
  const sealed = await request('eth_getTransactionReceipt', [first])
  expect(sealed).toMatchObject({ ...place, blockHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  expect(sealed).not.toHaveProperty('preconfirmation')
  expect(await byTags(devnet, bob)).toMatchObject({ balances: [after, after, before, before] })
  const pushed = await socket.read()
  expect(pushed.map(({ kind }) => kind)).toEqual(['pendingLogs', 'newHeads', 'logs'])
  expect(pushed[0]?.result).toMatchObject({ blockHash: zeroHash, transactionHash: first })
  expect(pushed[2]?.result).toMatchObject({ blockHash: sealed.blockHash })
})

test('sixteen transactions are a checkpoint', async () => {
  await using devnet = await createDevnet({ network: 'polygon-preconf', clock: 'manual' })
  const { wallet } = await clientsOf(devnet)
  const request = asker(devnet)
  const hashes: Hex[] = []
  for (let nonce = 0; nonce < 16; nonce++) {
    hashes.push(await wallet.sendTransaction({ to: bob, value: 1n, gas: 21_000n, nonce }))
    if (nonce === 14) await devnet.clock.advance(100)
    if (nonce < 15) {
      expect(await request('eth_getTransactionReceipt', [hashes[0]])).toBeNull()
    }
  }
  await devnet.clock.advance(20)
  const receipts = await Promise.all(
    hashes.map((hash) => request('eth_getTransactionReceipt', [hash])),
  )
  expect(receipts.map(({ preconfirmation }) => preconfirmation)).toEqual(Array(16).fill(true))
})

test('a synchronous send answers with the checkpoint, and takes a hex time', async () => {
  await using devnet = await createDevnet({ network: 'polygon-preconf', clock: 'manual' })
  const account = privateKeyToAccount(devnet.accounts[2]?.privateKey as Hex)
  const request = asker(devnet)
  const raw = await account.signTransaction({
    chainId: 137,
    to: bob,
    value: 1n,
    gas: 400_000n,
    maxFeePerGas: parseGwei('50'),
    nonce: 0,
  })
  await expect(request('eth_sendRawTransactionSync', [raw, 5000])).rejects.toMatchObject({
    code: -32602,
    message:
      'invalid argument 1: json: cannot unmarshal non-string into Go value of type hexutil.Uint64',
  })
  const sent = request('eth_sendRawTransactionSync', [raw, '0x1388'])
  await untilPooled(devnet, 1)
  await devnet.clock.advance(20)
  expect(await sent).toMatchObject({ blockHash: null, preconfirmation: true, status: '0x1' })
})

test('a checkpoint whose block another one replaces is gone without a word', async () => {
  await using devnet = await createDevnet({ network: 'polygon-preconf', clock: 'manual' })
  const { wallet } = await clientsOf(devnet)
  const request = asker(devnet)
  await using socket = await follow(devnet, [['logs', {}], ['newHeads']])
  const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1'), gas: 400_000n })
  await devnet.clock.advance(20)
  expect(await request('eth_getTransactionReceipt', [hash])).toMatchObject({
    preconfirmation: true,
  })
  devnet.faults.inject({ kind: 'dropAtSeal', transaction: hash })
  await devnet.clock.advance(1980)
  expect(await request('eth_getTransactionReceipt', [hash])).toBeNull()
  expect((await byTags(devnet, bob)).balances).toEqual([before, before, before, before])
  expect((await socket.read()).map(({ kind }) => kind)).toEqual(['newHeads'])
})
