import { encodeFunctionData, type Hex, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { viemClient } from '../support/clients.ts'
import { subscriber } from '../support/subscriber.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'

const bob = '0x00000000000000000000000000000000000000b0'

async function deployToken(devnet: PreconfDevnet) {
  const client = await viemClient(devnet)
  const hash = await client.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Test', 'TST', 1_000n],
  })
  await devnet.seal()
  const { contractAddress } = await client.getTransactionReceipt({ hash })
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 1n] })
  const transfer = () => client.sendTransaction({ to: contractAddress, data, gas: 100_000n })
  return { token: contractAddress as Hex, transfer }
}

const everything = [
  'transactionReceipts',
  'newFlashblocks',
  'pendingLogs',
  'newFlashblockTransactions',
  'logs',
  'newHeads',
  'newPendingTransactions',
]

test('what happens to a transaction is reported in one order, whatever the order of subscribing', async () => {
  await using devnet = await testDevnet()
  const { transfer } = await deployToken(devnet)
  using client = await subscriber(devnet)
  for (const kind of everything) await client.subscribe(kind, ...(kind === 'logs' ? [{}] : []))
  const hash = await transfer()
  await devnet.flashblock()
  await devnet.seal()
  await client.settled()
  expect(client.pushes.map(({ kind }) => kind)).toEqual([
    'newPendingTransactions',
    'newFlashblocks',
    'newFlashblockTransactions',
    'pendingLogs',
    'newFlashblocks',
    'newHeads',
    'logs',
    'transactionReceipts',
  ])
  const of = (wanted: string) => client.pushes.filter(({ kind }) => kind === wanted)
  expect(of('newPendingTransactions')[0]?.result).toBe(hash)
  expect(of('newFlashblockTransactions')[0]?.result).toBe(hash)
  expect(of('pendingLogs')[0]?.result).toMatchObject({
    transactionHash: hash,
    blockHash: zeroHash,
    blockNumber: '0x2',
    removed: false,
  })
  expect(
    of('newFlashblocks').map(({ result }) => [result.number, result.transactions.length]),
  ).toEqual([
    ['0x2', 0],
    ['0x2', 1],
  ])
  expect(of('newHeads')[0]?.result).toMatchObject({ number: '0x2' })
  expect(of('newHeads')[0]?.result).not.toHaveProperty('transactions')
  expect(of('logs')[0]?.result).toMatchObject({ transactionHash: hash, removed: false })
  expect(of('transactionReceipts')[0]?.result).toMatchObject([{ transactionHash: hash }])
})

test('full transactions come with their logs, and a filter picks logs', async () => {
  await using devnet = await testDevnet()
  const { token, transfer } = await deployToken(devnet)
  using client = await subscriber(devnet)
  await client.subscribe('newFlashblockTransactions', true)
  await client.subscribe('pendingLogs', { address: bob })
  const hash = await transfer()
  await devnet.flashblock()
  await client.settled()
  expect(client.pushes).toHaveLength(1)
  expect(client.pushes[0]?.result).toMatchObject({ hash, to: token, logs: [{ address: token }] })
})

test('after eth_unsubscribe nothing comes', async () => {
  await using devnet = await testDevnet()
  using client = await subscriber(devnet)
  const id = await client.subscribe('newHeads')
  expect(await client.request('eth_unsubscribe', id)).toBe(true)
  await devnet.seal()
  await client.settled()
  expect(client.pushes).toEqual([])
})

test('an in-process subscriber receives messages through the provider', async () => {
  await using devnet = await testDevnet()
  const heads: unknown[] = []
  devnet.provider.on('message', ({ data }) => heads.push(data.result))
  await devnet.provider.request({ method: 'eth_subscribe', params: ['newHeads'] })
  const { hash } = await devnet.seal()
  expect(heads).toMatchObject([{ hash }])
})
