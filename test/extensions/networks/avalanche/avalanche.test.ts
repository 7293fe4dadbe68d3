import { type Hex, parseEther, parseGwei } from 'viem'
import { expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { byTags, clientsOf, follow } from '../client.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const reverter = '0x00000000000000000000000000000000000000ab'
const [before, after] = [parseEther('10000'), parseEther('10001')]

function asker(devnet: PreconfDevnet) {
  return (method: string, params: readonly unknown[] = []) =>
    devnet.provider.request({ method, params: params as never }) as Promise<Record<string, unknown>>
}

test('a transaction is accepted, runs, and is settled', async () => {
  await using devnet = await createDevnet({ network: 'avalanche', clock: 'manual' })
  const { client, wallet } = await clientsOf(devnet)
  const request = asker(devnet)
  expect(devnet.viemChain).toMatchObject({ id: 43_114, nativeCurrency: { symbol: 'AVAX' } })
  await using socket = await follow(devnet, [
    ['newAcceptedTransactions'],
    ['newHeads'],
    ['logs', {}],
  ])
  await using full = await follow(devnet, [['newAcceptedTransactions', true]])
  const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1'), gas: 21_000n })
  await devnet.clock.advance(1400)
  expect(await socket.read()).toEqual([])

  // Accepted: what comes of it is not known.
  await devnet.clock.advance(100)
  expect(await socket.read()).toEqual([{ kind: 'newAcceptedTransactions', result: hash }])
  expect(await full.read()).toMatchObject([
    { result: { hash, blockNumber: '0x1', transactionIndex: '0x0' } },
  ])
  expect(await request('eth_getTransactionReceipt', [hash])).toBeNull()
  expect((await byTags(devnet, bob)).balances).toEqual([before, before, before, before])

  // It has run, its block has not.
  await devnet.clock.advance(100)
  expect(await request('eth_getTransactionReceipt', [hash])).toMatchObject({
    status: '0x1',
    blockNumber: '0x1',
  })
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [before, before, before, before],
    numbers: [0, 0, 0, 0],
  })

  await devnet.clock.advance(100)
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({
    blockNumber: 1n,
    blockHash: expect.stringMatching(/^0x(?!0{64})/),
  })
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, before, before],
    numbers: [1, 1, 0, 0],
  })
  expect((await socket.read()).map(({ kind }) => kind)).toEqual(['newHeads'])
  await devnet.clock.advance(2 * 1700)
  expect((await byTags(devnet, bob)).balances).toEqual([after, after, before, before])
  await devnet.clock.advance(1700)
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, after, after],
    numbers: [4, 4, 1, 1],
  })
})

test('a transaction that comes after acceptance is in the next block', async () => {
  await using devnet = await createDevnet({ network: 'avalanche', clock: 'manual' })
  const { client, wallet } = await clientsOf(devnet)
  await devnet.clock.advance(1550)
  const hash = await wallet.sendTransaction({ to: bob, value: 1n, gas: 21_000n })
  await devnet.clock.advance(150)
  expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(1n)
  await devnet.clock.advance(1700)
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({ blockNumber: 2n })
})

test('a transaction pays for half of its gas limit, at less than the header says', async () => {
  await using devnet = await createDevnet({ network: 'avalanche', clock: 'manual' })
  const { client, wallet } = await clientsOf(devnet)
  const [alice] = devnet.accounts
  const gasPrice = parseGwei('2')
  const hash = await wallet.sendTransaction({ to: bob, value: 1n, gas: 1_000_001n, gasPrice })
  await devnet.clock.advance(1700)
  const receipt = await client.getTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ gasUsed: 500_001n, effectiveGasPrice: gasPrice })
  const left = await client.getBalance({ address: alice?.address as Hex })
  expect(parseEther('10000') - left).toBe(500_001n * gasPrice + 1n)
  const second = await wallet.sendTransaction({
    to: bob,
    value: 1n,
    gas: 30_000n,
    maxPriorityFeePerGas: 0n,
  })
  await devnet.clock.advance(1700)
  const { gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash: second })
  expect(gasUsed).toBe(21_000n)
  const { baseFeePerGas } = await client.getBlock({ blockNumber: 2n })
  expect(baseFeePerGas).toBeGreaterThan(effectiveGasPrice)
  expect(baseFeePerGas).toBe(effectiveGasPrice + effectiveGasPrice / 8n + 1n)
})

test('nodes have methods of their own, and not all of geth', async () => {
  await using devnet = await createDevnet({ network: 'avalanche', clock: 'manual' })
  const request = asker(devnet)
  await request('anvil_setCode', [reverter, '0x5f5ffd'])
  expect(BigInt((await request('eth_baseFee')) as unknown as Hex)).toBeGreaterThan(0n)
  const { slow, normal, fast } = (await request('eth_suggestPriceOptions')) as Record<
    'slow' | 'normal' | 'fast',
    Record<'maxFeePerGas' | 'maxPriorityFeePerGas', Hex>
  >
  const tips = [slow, normal, fast].map(({ maxPriorityFeePerGas }) => BigInt(maxPriorityFeePerGas))
  expect(tips).toEqual([950_000_000n, 1_000_000_000n, 1_050_000_000n])
  expect(await request('eth_getChainConfig')).toMatchObject({ chainId: 43_114, londonBlock: 0 })
  expect(await request('eth_callDetailed', [{ to: bob }, 'latest'])).toEqual({
    gas: 21_000,
    errCode: 0,
    err: '',
    returnData: '0x',
  })
  expect(await request('eth_callDetailed', [{ to: reverter }, 'latest'])).toMatchObject({
    errCode: 3,
    err: 'execution reverted',
  })
  await using socket = await follow(devnet, [])
  for (const [method, params] of [
    ['eth_accounts', []],
    ['eth_sendRawTransactionSync', ['0x12']],
  ] as const) {
    expect((await socket.ask(method, params)).error).toMatchObject({
      code: -32601,
      message: `the method ${method} does not exist/is not available`,
    })
  }
  expect((await socket.ask('eth_subscribe', ['newFlashblocks'])).error).toMatchObject({
    message: 'no "newFlashblocks" subscription in eth namespace',
  })
})
