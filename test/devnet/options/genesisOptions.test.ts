import { expect, test } from 'vitest'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { testDevnet } from '../../support/testDevnet.ts'

const funded = '0x00000000000000000000000000000000000000aa'
const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

const genesis = {
  config: { chainId: 77, homesteadBlock: 0, clique: { period: 5 } },
  timestamp: '0x6553f100',
  baseFeePerGas: '0x7',
  gasLimit: '0x5000',
  difficulty: '0x9',
  alloc: { [funded]: { balance: '0x5' } },
}

async function read(options: DevnetOptions) {
  const devnet = await testDevnet({ compat: 'anvil', mining: 'auto', ...options })
  const request = (method: string, ...params: unknown[]) =>
    devnet.provider.request({ method, params })
  return { devnet, request, [Symbol.asyncDispose]: () => devnet[Symbol.asyncDispose]() }
}

test('under --compat anvil a genesis gives what Anvil takes of it', async () => {
  await using chain = await read({ genesis })
  const { request } = chain
  expect(await request('eth_chainId')).toBe('0x4d')
  expect(await request('eth_getBlockByNumber', 'latest', false)).toMatchObject({
    number: '0x0',
    timestamp: '0x6553f100',
    gasLimit: '0x1c9c380',
    baseFeePerGas: '0x7',
    difficulty: '0x0',
    requestsHash: expect.any(String),
  })
  expect(await request('eth_getBalance', funded)).toBe('0x5')
  expect(await request('eth_getBalance', first)).toBe('0x21e19e0c9bab2400000')
  await request('eth_sendTransaction', { from: first, to: funded, value: '0x1' })
  expect(await request('eth_getBalance', funded)).toBe('0x6')
  expect(await request('eth_getBlockByNumber', 'latest', false)).toMatchObject({
    number: '0x1',
    baseFeePerGas: '0x7',
  })
  await request('anvil_reset')
  expect(await request('eth_getBalance', funded)).toBe('0x5')
})

test('options go over the genesis, and its accounts over those of the mnemonic', async () => {
  const alloc = { ...genesis.alloc, [first]: { balance: '0x7' } }
  await using chain = await read({
    genesis: { ...genesis, number: '0x7', alloc },
    ...{
      chainId: 5,
      hardfork: 'shanghai',
      gasLimit: 12_345_678,
      baseFee: 9,
      timestamp: 1_800_000_000,
    },
    balance: 5,
  })
  const { request, devnet } = chain
  expect(devnet.chainId).toBe(5)
  const block = await request('eth_getBlockByNumber', 'latest', false)
  expect(block).toMatchObject({
    number: '0x7',
    timestamp: '0x6b49d200',
    gasLimit: '0xbc614e',
    baseFeePerGas: '0x9',
  })
  expect(block).not.toHaveProperty('blobGasUsed')
  expect(await request('eth_getBalance', first)).toBe('0x7')
  const second = devnet.accounts[1]?.address
  expect(await request('eth_getBalance', second)).toBe('0x4563918244f40000')
})

test('without a chain id of its own a genesis is of chain 1 under --compat anvil', async () => {
  await using chain = await read({ genesis: { ...genesis, config: {} } })
  expect(await chain.request('eth_chainId')).toBe('0x1')
})

const london = {
  ...{ homesteadBlock: 0, eip150Block: 0, eip155Block: 0, eip158Block: 0, byzantiumBlock: 0 },
  ...{ constantinopleBlock: 0, petersburgBlock: 0, istanbulBlock: 0, berlinBlock: 0 },
  ...{ londonBlock: 0, terminalTotalDifficulty: 0, shanghaiTime: 0, cancunTime: 0 },
}

const opGenesis = {
  ...genesis,
  config: {
    ...{ chainId: 901, ...london, bedrockBlock: 0, regolithTime: 0, canyonTime: 0 },
    optimism: { eip1559Elasticity: 6, eip1559Denominator: 50, eip1559DenominatorCanyon: 250 },
  },
  difficulty: '0x0',
  gasLimit: '0x1c9c380',
  extraData: '0x424544524f434b',
}

test("an OP-stack genesis starts that network, with the file's fees", async () => {
  await using chain = await read({ genesis: opGenesis })
  const { request } = chain
  const hash = await request('eth_sendTransaction', { from: first, to: funded, value: '0x1' })
  const block = await request('eth_getBlockByNumber', 'latest', true)
  expect(block).toMatchObject({ number: '0x1', extraData: '0x01000000fa000000060000000000000000' })
  expect(block.transactions).toMatchObject([{ type: '0x7e' }, { hash }])
  expect(await request('eth_chainId')).toBe('0x385')
})

test('by default the whole OP-stack genesis is taken', async () => {
  await using chain = await read({ genesis: opGenesis, compat: undefined })
  const { request } = chain
  expect(await request('eth_getBlockByNumber', 'latest', false)).toMatchObject({
    extraData: '0x424544524f434b',
  })
  expect(await request('eth_getBalance', first)).toBe('0x0')
  await request('evm_mine')
  const { transactions } = await request('eth_getBlockByNumber', 'latest', true)
  expect(transactions).toMatchObject([{ type: '0x7e' }])
})

test('a network that was asked for stays', async () => {
  await using chain = await read({ genesis: opGenesis, network: 'ethereum' })
  const { request } = chain
  await request('evm_mine')
  expect((await request('eth_getBlockByNumber', 'latest', true)).transactions).toEqual([])
})

test('by default the base fee of the first block follows from genesis', async () => {
  for (const [compat, baseFeePerGas] of [
    [undefined, '0x342770c0'],
    ['anvil', '0x3b9aca00'],
  ] as const) {
    await using chain = await read({ compat })
    const { request } = chain
    expect(await request('eth_gasPrice')).toBe(
      `0x${(BigInt(baseFeePerGas) + 10n ** 9n).toString(16)}`,
    )
    const start = await request('evm_snapshot')
    for (let again = 0; again < 2; again++) {
      await request('evm_mine')
      expect(await request('eth_getBlockByNumber', 'latest', false)).toMatchObject({
        baseFeePerGas,
      })
      if (again === 0) await request('evm_revert', start)
    }
    await request('evm_mine')
    const next = (BigInt(baseFeePerGas) * 7n) / 8n
    expect(await request('eth_getBlockByNumber', 'latest', false)).toMatchObject({
      baseFeePerGas: `0x${next.toString(16)}`,
    })
  }
})
