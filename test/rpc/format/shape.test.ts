import { describe, expect, test } from 'vitest'
import { createDevnet } from '../../../src/index.ts'
import type { CompatName } from '../../../src/types/options/options.ts'

const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const dead = '0x000000000000000000000000000000000000dead'
const unknown = `0x${'12'.repeat(32)}`

/** Asks a devnet that has one block with one transaction. */
async function asked(compat: CompatName | undefined) {
  const devnet = await createDevnet({
    ...(compat && { compat }),
    mining: 'auto',
    clock: 'manual',
    timestamp: 1_700_000_000,
  })
  const ask = (method: string, ...params: unknown[]) => devnet.provider.request({ method, params })
  const hash = await ask('eth_sendTransaction', {
    from: alice,
    to: dead,
    value: '0x1',
    gas: '0x5208',
  })
  return { ask, hash, [Symbol.asyncDispose]: () => devnet.close() }
}

describe('under compat anvil, as Anvil 1.7.1', () => {
  test('receipts have the price of blobs, and the time as a number', async () => {
    await using devnet = await asked('anvil')
    const receipt = await devnet.ask('eth_getTransactionReceipt', devnet.hash)
    const { timestamp } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect(receipt).toMatchObject({ blobGasPrice: '0x1', blockTimestamp: Number(timestamp) })
    expect(await devnet.ask('eth_getBlockReceipts', 'latest')).toEqual([receipt])
  })

  test('blocks have a total difficulty', async () => {
    await using devnet = await asked('anvil')
    const block = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect(block).toMatchObject({ totalDifficulty: '0x0', transactions: [devnet.hash] })
    expect(await devnet.ask('eth_getBlockByHash', block.hash, false)).toEqual(block)
  })

  test('addresses of the pool are in lower case', async () => {
    await using devnet = await asked('anvil')
    await devnet.ask('evm_setAutomine', false)
    await devnet.ask('eth_sendTransaction', {
      from: alice,
      to: dead,
      value: '0x5',
      gas: '0x5208',
      gasPrice: '0x77359400',
    })
    expect(await devnet.ask('txpool_inspect')).toEqual({
      pending: { [alice]: { 1: `${dead}: 5 wei + 21000 gas × 2000000000 wei` } },
      queued: {},
    })
    const { pending } = await devnet.ask('txpool_content')
    expect(Object.keys(pending)).toEqual([alice])
  })

  test('there is null for an unknown encoded transaction', async () => {
    await using devnet = await asked('anvil')
    expect(await devnet.ask('eth_getRawTransactionByHash', unknown)).toBeNull()
    expect(await devnet.ask('eth_getRawTransactionByBlockNumberAndIndex', '0x64', '0x0')).toBeNull()
    expect(await devnet.ask('eth_getRawTransactionByBlockHashAndIndex', unknown, '0x0')).toBeNull()
  })

  test('a filled transaction offers the base fee and the tip, or its gas price', async () => {
    await using devnet = await asked('anvil')
    const { baseFeePerGas } = await devnet.ask('eth_getBlockByNumber', 'pending', false)
    const request = { from: alice, to: dead, value: '0x1' }
    expect((await devnet.ask('eth_fillTransaction', request)).tx).toMatchObject({
      type: '0x2',
      gas: '0x5208',
      maxPriorityFeePerGas: '0x3b9aca00',
      maxFeePerGas: `0x${(BigInt(baseFeePerGas) + 1_000_000_000n).toString(16)}`,
    })
    const priced = { ...request, gasPrice: '0x12a05f200' }
    expect((await devnet.ask('eth_fillTransaction', priced)).tx).toMatchObject({
      type: '0x0',
      gasPrice: '0x12a05f200',
    })
  })

  test('the fee history goes beyond the head', async () => {
    await using devnet = await asked('anvil')
    const { baseFeePerGas: next } = await devnet.ask('eth_getBlockByNumber', 'pending', false)
    const { baseFeePerGas: last } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect(await devnet.ask('eth_feeHistory', '0x2', '0x64', [])).toMatchObject({
      oldestBlock: '0x63',
      baseFeePerGas: [next],
      gasUsedRatio: [],
    })
    expect(await devnet.ask('eth_feeHistory', '0x2', '0x2', [])).toMatchObject({
      oldestBlock: '0x1',
      baseFeePerGas: [last, next],
      gasUsedRatio: [21_000 / 30_000_000],
    })
  })
})

test('under compat hardhat blocks and transactions look as in Hardhat 2.29.1', async () => {
  await using devnet = await asked('hardhat')
  const transaction = await devnet.ask('eth_getTransactionByHash', devnet.hash)
  expect(transaction).not.toHaveProperty('blockTimestamp')
  expect(transaction).not.toHaveProperty('yParity')
  expect(await devnet.ask('eth_getTransactionByBlockNumberAndIndex', '0x1', '0x0')).toEqual(
    transaction,
  )
  const block = await devnet.ask('eth_getBlockByNumber', 'latest', true)
  expect(block).toMatchObject({ totalDifficulty: '0x0', transactions: [transaction] })
  const receipt = await devnet.ask('eth_getTransactionReceipt', devnet.hash)
  expect(receipt).not.toHaveProperty('blockTimestamp')
})

test.each([undefined, 'geth', 'base'] as const)(
  'under compat %s answers have what the service has, and no more',
  async (compat) => {
    await using devnet = await asked(compat)
    const block = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect(block).not.toHaveProperty('totalDifficulty')
    const receipt = await devnet.ask('eth_getTransactionReceipt', devnet.hash)
    expect(receipt).not.toHaveProperty('blobGasPrice')
    expect(await devnet.ask('eth_getRawTransactionByHash', unknown)).toBe('0x')
    await expect(devnet.ask('eth_feeHistory', '0x2', '0x64', [])).rejects.toThrow(
      /request beyond head block|BlockOutOfRangeError/,
    )
  },
)

describe('a filled transaction', () => {
  const request = { from: alice, to: dead, value: '0x1', nonce: '0x1' }

  test('under compat anvil is whole, as in Anvil 1.7.1', async () => {
    await using devnet = await asked('anvil')
    const gasPrice = '0x12a05f200'
    expect(await devnet.ask('eth_fillTransaction', { ...request, gasPrice })).toEqual({
      raw: '0xe60185012a05f20082520894000000000000000000000000000000000000dead018082f4f58080',
      tx: {
        type: '0x0',
        chainId: '0x7a69',
        nonce: '0x1',
        gasPrice,
        gas: '0x5208',
        to: dead,
        value: '0x1',
        input: '0x',
        r: '0x0',
        s: '0x0',
        v: '0xf4f5',
        hash: '0x273ed4ff9d6f9d26eed311a4cfe8646fef6c5db2661c7cf7e1976ca1ed2deaf9',
        blockHash: null,
        blockNumber: null,
        transactionIndex: null,
        from: alice,
      },
    })
    const caps = { maxFeePerGas: '0x6ff41c51', maxPriorityFeePerGas: '0x3b9aca00' }
    const { raw, tx } = await devnet.ask('eth_fillTransaction', { ...request, ...caps })
    expect(raw).toBe(
      '0x02ec827a6901843b9aca00846ff41c5182520894000000000000000000000000000000000000dead0180c0808080',
    )
    expect(tx).toMatchObject({
      hash: '0xb1f72457c3360fe99dc1fe380a7e1f8c30fd7342e50539170b96986700134d8c',
      gasPrice: '0x6ff41c51',
      yParity: '0x0',
    })
  })

  test('under compat anvil has one kind of fees, and nobody asks for its funds', async () => {
    await using devnet = await asked('anvil')
    const fill = async (fields: object) =>
      (await devnet.ask('eth_fillTransaction', { ...request, ...fields })).tx
    expect(await fill({ gasPrice: '0x12a05f200', maxFeePerGas: '0x12a05f200' })).toMatchObject({
      type: '0x0',
      gasPrice: '0x12a05f200',
    })
    expect(await fill({ type: '0x1' })).toMatchObject({ type: '0x2' })
    const much = '0x43c33c1937564800000'
    expect(await fill({ value: much })).toMatchObject({ value: much, gas: '0x5208' })
  })

  test.each([undefined, 'geth', 'hardhat'] as const)(
    'under compat %s has what is to be signed alone',
    async (compat) => {
      await using devnet = await asked(compat)
      const { tx } = await devnet.ask('eth_fillTransaction', request)
      for (const field of ['r', 's', 'v', 'hash', 'from']) expect(tx).not.toHaveProperty(field)
    },
  )
})

/** Deploys what logs its input whenever it is called, and calls it. */
async function logged(ask: Awaited<ReturnType<typeof asked>>['ask']) {
  await ask('anvil_setCode', dead, '0x365f5f37365fa0')
  const hash = await ask('eth_sendTransaction', { from: alice, to: dead, data: '0x1234' })
  const { logs } = await ask('eth_getTransactionReceipt', hash)
  return [...logs, ...(await ask('eth_getLogs', { fromBlock: '0x0' }))]
}

test.each([
  ['hardhat', false], // Hardhat 2.29.1
  ['anvil', true], // Anvil 1.7.1
  ['geth', true],
  [undefined, true],
] as const)('under compat %s logs have the time of their block: %s', async (compat, hasTime) => {
  await using devnet = await asked(compat)
  const logs = await logged(devnet.ask)
  expect(logs).toHaveLength(2)
  for (const log of logs) expect('blockTimestamp' in log).toBe(hasTime)
})

test('under compat anvil a fee history takes any percentiles, and no block as one', async () => {
  await using devnet = await asked('anvil')
  const history = (count: string, percentiles: number[]) =>
    devnet.ask('eth_feeHistory', count, 'latest', percentiles)
  for (const percentiles of [[101], [50, 25], [-1]]) {
    expect((await history('0x2', percentiles)).reward).toHaveLength(2)
  }
  expect(await history('0x0', [50])).toEqual(await history('0x1', [50]))
})
