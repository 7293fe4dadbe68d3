import { type Hex, parseEther, parseGwei } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { networkWithId } from '../../../../src/extensions/networks/records.ts'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { byTags, clientsOf, follow, untilPooled } from '../client.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const logger = '0x00000000000000000000000000000000000000aa'
const zeroHash = `0x${'00'.repeat(32)}`
const [before, after] = [parseEther('10000'), parseEther('10001')]

function asker(devnet: PreconfDevnet) {
  return (method: string, params: readonly unknown[] = []) =>
    devnet.provider.request({ method, params: params as never }) as Promise<Record<string, unknown>>
}

test('a committed transaction has a receipt that the real one replaces', async () => {
  await using devnet = await createDevnet({
    network: { like: 'mev-commit', safeLag: 1, finalizedLag: 2 },
    clock: 'manual',
  })
  const { client, wallet } = await clientsOf(devnet)
  const request = asker(devnet)
  await using socket = await follow(devnet, [['newHeads'], ['logs', {}]])
  const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1') })
  const [alice] = devnet.accounts
  // What is queued is counted, as a JSON number.
  expect(await request('eth_getTransactionCount', [alice?.address, 'latest'])).toBe(1)
  expect(await client.getTransactionCount({ address: alice?.address as Hex })).toBe(1)
  expect(await request('eth_getTransactionReceipt', [hash])).toBeNull()
  expect(await request('eth_getBlockByHash', [hash, false])).toBeNull()

  await devnet.clock.advance(1000)
  expect(await request('eth_getTransactionReceipt', [hash])).toMatchObject({
    transactionHash: hash,
    blockHash: hash,
    blockNumber: '0x1',
    transactionIndex: '0x0',
    from: alice?.address.toLowerCase(),
    to: null,
    contractAddress: `0x${'00'.repeat(20)}`,
    gasUsed: '0x0',
    cumulativeGasUsed: '0x1',
    effectiveGasPrice: '0x0',
    status: '0x1',
    maxBidAmount: '0',
    logs: [],
  })
  // viem reads it.
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({
    status: 'success',
    blockHash: hash,
    gasUsed: 0n,
  })
  const block = await request('eth_getBlockByHash', [hash, false])
  expect(block).toMatchObject({
    hash,
    number: '0x1',
    parentHash: zeroHash,
    stateRoot: zeroHash,
    timestamp: '0x0',
    transactions: [hash],
  })
  expect(await request('eth_getBlockByHash', [hash, true])).toMatchObject({
    transactions: [{ hash, blockHash: hash, transactionIndex: '0x0', to: bob.toLowerCase() }],
  })
  // The chain itself has not got it.
  expect(await request('eth_getTransactionByHash', [hash])).toMatchObject({ blockNumber: null })
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [before, before, before, before],
    numbers: [0, 0, 0, 0],
  })

  await devnet.clock.advance(11_000)
  const receipt = await request('eth_getTransactionReceipt', [hash])
  expect(receipt).toMatchObject({ gasUsed: '0x5208', to: bob.toLowerCase(), blockNumber: '0x1' })
  expect(receipt).not.toHaveProperty('maxBidAmount')
  expect(receipt.blockHash).not.toBe(hash)
  expect(await request('eth_getBlockByHash', [hash, false])).toBeNull()
  expect((await byTags(devnet, bob)).balances).toEqual([after, after, before, before])
  await devnet.clock.advance(24_000)
  expect((await byTags(devnet, bob)).balances).toEqual([after, after, after, after])
  const pushed = await socket.read()
  expect(pushed.map(({ kind }) => kind)).toEqual(['newHeads', 'newHeads', 'newHeads'])
})

test('a commitment that is not kept leaves no receipt', async () => {
  await using devnet = await createDevnet({ network: 'mev-commit', clock: 'manual' })
  const { wallet } = await clientsOf(devnet)
  const request = asker(devnet)
  await request('anvil_setCode', [logger, '0x5f5fa000'])
  const hash = await wallet.sendTransaction({ to: logger, gas: 60_000n })
  await devnet.clock.advance(1000)
  expect(await request('eth_getTransactionReceipt', [hash])).toMatchObject({
    blockHash: hash,
    logs: [{ address: logger }],
  })
  devnet.faults.inject({ kind: 'dropAtSeal', transaction: hash })
  await devnet.clock.advance(11_000)
  expect(await request('eth_getTransactionReceipt', [hash])).toBeNull()
})

test('a synchronous send takes the transaction alone', async () => {
  await using devnet = await createDevnet({ network: 'mev-commit', clock: 'manual' })
  const { client } = await clientsOf(devnet)
  const request = asker(devnet)
  const account = privateKeyToAccount(devnet.accounts[2]?.privateKey as Hex)
  const sign = (nonce: number) =>
    account.signTransaction({
      chainId: 1,
      to: bob,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: parseGwei('5'),
      nonce,
    })
  const serializedTransaction = await sign(0)
  await expect(
    request('eth_sendRawTransactionSync', [serializedTransaction, 500]),
  ).rejects.toMatchObject({
    code: -32600,
    message: 'sendRawTx requires exactly one parameter',
  })
  const sent = client.sendRawTransactionSync({ serializedTransaction })
  await untilPooled(devnet, 1)
  await devnet.clock.advance(1000)
  expect(await sent).toMatchObject({ gasUsed: 0n, status: 'success' })
  const late = request('eth_sendRawTransactionSync', [await sign(7)]).catch((error) => error)
  await untilPooled(devnet, 1)
  await devnet.clock.advance(60_000)
  expect(await late).toMatchObject({
    code: -32000,
    message: 'context cancelled while waiting for transaction receipt',
  })
})

test('methods of bids are refused, and a transaction can be cancelled', async () => {
  await using devnet = await createDevnet({ network: 'mev-commit', clock: 'manual' })
  const { wallet } = await clientsOf(devnet)
  const request = asker(devnet)
  const hash = await wallet.sendTransaction({ to: bob, value: 1n })
  const cancel = () => request('mevcommit_cancelTransaction', [hash])
  expect(await cancel()).toEqual({ cancelled: true, txHash: hash })
  expect(await cancel()).toEqual({ cancelled: false, txHash: hash })
  expect(await request('eth_maxPriorityFeePerGas')).toBe('0x0')
  await expect(request('eth_sendBundle', [{}])).rejects.toMatchObject({
    code: -32600,
    message: 'eth_sendBundle is not supported',
  })
  await expect(request('eth_sendRawTransaction', ['0x12'])).rejects.toMatchObject({
    code: -32700,
    message: 'sendRawTx parameter must be a valid transaction',
  })
  for (const method of ['mevcommit_getBalance', 'mevcommit_getTransactionCommitments']) {
    await expect(request(method, [bob])).rejects.toMatchObject({ code: -32601 })
  }
})

test('a fork of Ethereum is not taken for the endpoint', () => {
  expect(networkWithId(1)).toBeUndefined()
})
