import { type Hex, keccak256, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { byTags, clientsOf, follow, type Pushed } from '../client.ts'

type Asked = { method: string; params?: readonly unknown[] }

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const contract = '0x00000000000000000000000000000000000c0de0'
const [before, after] = [parseEther('10000'), parseEther('10001')]

/** Sets slot 0 to 42 and emits a log with one topic and 32 bytes. */
const code = '0x602a600055600760206000a100'

async function start(options = {}) {
  const devnet = await createDevnet({ network: 'megaeth', clock: 'manual', ...options })
  return { devnet, request: (asked: Asked) => devnet.provider.request(asked) }
}

function signer(devnet: PreconfDevnet) {
  const account = privateKeyToAccount(devnet.accounts[1]?.privateKey as Hex)
  return (nonce: number, more: { to?: Hex; gas?: bigint } = {}) =>
    account.signTransaction({
      chainId: 4326,
      to: contract,
      value: 1n,
      gas: 60_000n,
      maxFeePerGas: 2_000_000_000n,
      nonce,
      ...more,
    })
}

/** The kinds that were pushed and say something of the transaction or its block, without empty mini-blocks. */
function shownIn(pushed: readonly Pushed[]) {
  return pushed
    .filter(({ result }) => (result.transactions as unknown[] | undefined)?.length !== 0)
    .map(({ kind }) => kind)
}

test('a transaction is in a mini-block, which latest names, and then in a block', async () => {
  const { devnet, request } = await start()
  await using _ = devnet
  await request({ method: 'anvil_setCode', params: [contract, code] })
  const { client, wallet } = await clientsOf(devnet)
  const pending = { fromBlock: 'pending', toBlock: 'pending' }
  await using socket = await follow(devnet, [
    ['miniBlocks'],
    ['stateChanges', [contract, bob]],
    ['logs', pending],
    ['newHeads'],
  ])
  const hash = await wallet.sendTransaction({ to: contract, value: parseEther('1'), gas: 200_000n })
  const count = (tag: string) =>
    request({ method: 'eth_getTransactionCount', params: [wallet.account.address, tag] })
  // The pool does not count.
  expect(await count('pending')).toBe('0x0')
  await devnet.clock.advance(10)
  expect([await count('latest'), await count('pending')]).toEqual(['0x1', '0x1'])
  const receipt = await client.getTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', blockNumber: 1n, gasUsed: 89_434n })
  expect(await client.getTransaction({ hash })).toMatchObject({ blockNumber: 1n })
  expect(await client.getStorageAt({ address: contract, slot: '0x0' })).toMatch(/2a$/)
  const sent = await wallet.sendTransaction({ to: bob, value: parseEther('1'), gas: 60_000n })
  await devnet.clock.advance(10)
  // Accounts are those after the mini-block, and blocks the sealed ones.
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, before, before],
    numbers: [0, 0, 0, 0],
  })
  expect(await client.getBlockNumber()).toBe(0n)
  await devnet.clock.advance(980)
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, before, before],
    numbers: [1, 1, 0, 0],
  })
  expect((await client.getTransactionReceipt({ hash: sent })).blockHash).toBe(
    (await client.getBlock({ blockNumber: 1n })).hash,
  )
  const pushed = await socket.read()
  expect(shownIn(pushed)).toEqual([
    'stateChanges',
    'logs',
    'miniBlocks',
    'stateChanges',
    'miniBlocks',
    'newHeads',
  ])
  const minis = pushed.filter(({ kind }) => kind === 'miniBlocks').map(({ result }) => result)
  const indexes = minis.map(({ index }) => Number(index))
  expect(indexes.slice(0, -1)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
  const numbers = minis.map(({ mini_block_number }) => Number(mini_block_number))
  expect(numbers).toEqual(Array.from(numbers, (_, at) => (numbers[0] ?? 0) + at))
  const [first, second] = minis as [(typeof minis)[0], (typeof minis)[0]]
  expect(first).toMatchObject({
    block_number: '0x1',
    index: '0x1',
    gas_used: '0x15d5a',
    transactions: [{ hash, blockNumber: '0x1' }],
    receipts: [{ transactionHash: hash, status: '0x1' }],
  })
  expect(Number(second.mini_block_timestamp) - Number(first.mini_block_timestamp)).toBe(10_000)
  expect(pushed[0]?.result).toEqual({
    address: contract,
    nonce: 0,
    balance: '0xde0b6b3a7640000',
    storage: { [`0x${'0'.repeat(64)}`]: '0x2a' },
  })
  expect(pushed.at(-2)?.result).toMatchObject({ number: '0x1', miniBlockCount: '0x65' })
})

test('realtime_sendRawTransaction answers with the receipt, and expires after 10 s', async () => {
  const { devnet, request } = await start()
  await using _ = devnet
  const sign = signer(devnet)
  const raw = await sign(0, { to: bob })
  const sent = request({ method: 'realtime_sendRawTransaction', params: [raw] })
  await untilKnown(request, raw)
  await expect(request({ method: 'eth_sendRawTransaction', params: [raw] })).rejects.toMatchObject({
    message: 'already known',
  })
  await devnet.clock.advance(10)
  expect(await sent).toMatchObject({ status: '0x1', gasUsed: '0xea60', blockNumber: '0x1' })
  await expect(
    request({ method: 'realtime_sendRawTransaction', params: [raw] }),
  ).rejects.toMatchObject({ message: expect.stringContaining('nonce too low') })
  // After a gap nothing includes it.
  const gapped = await sign(5, { to: bob })
  const late = request({ method: 'eth_sendRawTransactionSync', params: [gapped] })
  const refused = expect(late).rejects.toMatchObject({
    code: -32000,
    message: 'realtime transaction expired',
  })
  await untilKnown(request, gapped)
  await devnet.clock.advance(10_000)
  await refused
  await expect(
    request({ method: 'eth_sendRawTransactionSync', params: [gapped, 100] }),
  ).rejects.toMatchObject({ code: -32602 })
})

test('a transaction has gas for storage besides', async () => {
  const { devnet, request } = await start()
  await using _ = devnet
  const { client, wallet } = await clientsOf(devnet)
  await expect(wallet.sendTransaction({ to: bob, value: 1n, gas: 21_000n })).rejects.toThrow(
    'intrinsic gas too low',
  )
  const estimate = (call: { to?: Hex; data?: Hex }) =>
    request({ method: 'eth_estimateGas', params: [{ from: bob, ...call }] }).then(Number)
  expect(await estimate({ to: bob })).toBe(60_000)
  // mega-evm, tests/rex/intrinsic_gas.rs and tests/mini_rex/gas.rs.
  expect(await estimate({ to: bob, data: `0x${'01'.repeat(100)}` })).toBe(77_600)
  expect(await estimate({ to: bob, data: `0x${'01'.repeat(1024)}` })).toBe(471_560)
  // mega-evm, bin/mega-evme/tests/fixtures: test_tx_value_transfer.json and test_tx_create.json.
  const used = async (call: { to?: Hex; data?: Hex; value?: bigint }) => {
    const hash = await wallet.sendTransaction({ ...call, gas: 1_000_000n } as never)
    await devnet.clock.advance(10)
    return (await client.getTransactionReceipt({ hash })).gasUsed
  }
  expect(await used({ to: '0x0000000000000000000000000000000000000001', value: 1000n })).toBe(
    63_000n,
  )
  expect(await used({ data: '0x60fe60005360016000f3' })).toBe(103_716n)
  expect(await used({ to: bob, data: `0x${'01'.repeat(1024)}` })).toBe(471_560n)
})

test('a precompile is cold until it is called, and impersonated senders pay no more', async () => {
  const { devnet, request } = await start()
  await using _ = devnet
  const from = `0x${'c'.repeat(40)}` as const
  // Calls the precompile of identity without data and stores the gas of each call: GAS before and after it.
  const measured = '5a5f5f5f5f60045afa505a9003'
  await request({
    method: 'anvil_setCode',
    params: [contract, `0x${measured}5f55${measured}600155`],
  })
  await request({ method: 'anvil_setBalance', params: [from, '0xde0b6b3a7640000'] })
  await request({ method: 'anvil_impersonateAccount', params: [from] })
  const send = async (call: object) => {
    const params = [{ from, gas: '0xf4240', ...call }]
    const hash = await request({ method: 'eth_sendTransaction', params })
    await devnet.clock.advance(10)
    return request({ method: 'eth_getTransactionReceipt', params: [hash] })
  }
  const { transactionHash, gasUsed } = await send({ to: contract })
  const slot = async (index: string) =>
    Number(await request({ method: 'eth_getStorageAt', params: [contract, index, 'pending'] }))
  // As mega-evm's replay of attack_deploy has it.
  expect((await slot('0x0')) - (await slot('0x1'))).toBe(2_500)
  const traced = await request({ method: 'debug_traceTransaction', params: [transactionHash, {}] })
  expect(traced.gas).toBe(Number(gasUsed))
  const data = `0x${'01'.repeat(1024)}`
  // The floor for data is from 21,000 on: 110 for each of 4 tokens a byte.
  expect(Number((await send({ to: bob, data })).gasUsed)).toBe(21_000 + 1024 * 440)
})

test('eth_callAfter waits for a nonce, and eth_getLogsWithCursor gives pages', async () => {
  const { devnet, request } = await start({ network: { like: 'megaeth', maxLogs: 2 } })
  await using _ = devnet
  await request({ method: 'anvil_setCode', params: [contract, code] })
  const sign = signer(devnet)
  const account = devnet.accounts[1]?.address as Hex
  const callAfter = (nonce: number, timeout?: number) =>
    request({
      method: 'eth_callAfter',
      params: [{ to: contract }, { account, nonce: `0x${nonce.toString(16)}`, timeout }],
    })
  const called = callAfter(3)
  for (let nonce = 0; nonce < 3; nonce++) {
    const raw = await sign(nonce, { gas: 200_000n })
    await request({ method: 'eth_sendRawTransaction', params: [raw] })
  }
  await devnet.clock.advance(10)
  expect(await called).toBe('0x')
  const late = expect(callAfter(9, 50)).rejects.toMatchObject({
    code: -32000,
    message: 'Timeout: timeout waiting for nonce condition',
  })
  await request({ method: 'eth_chainId' })
  await devnet.clock.advance(50)
  await late
  await expect(callAfter(9, 60_001)).rejects.toThrow('at most 60000')

  await devnet.clock.advance(1000)
  const filter = { fromBlock: '0x0', toBlock: 'latest', address: contract }
  const page = (cursor?: string) =>
    request({ method: 'eth_getLogsWithCursor', params: [{ ...filter, cursor }] })
  expect(await page()).toMatchObject({
    logs: [{ logIndex: '0x0' }, { logIndex: '0x1' }],
    cursor: '0x0000000100000002',
  })
  const last = await page('0x0000000100000002')
  expect(last).toMatchObject({ logs: [{ logIndex: '0x2' }] })
  expect(last).not.toHaveProperty('cursor')
  await expect(page('0x1')).rejects.toThrow('16 hexadecimal digits')

  // A devnet that closes leaves no call without an answer.
  const unanswered = expect(callAfter(9)).rejects.toMatchObject({ code: 4900 })
  await request({ method: 'eth_chainId' })
  await devnet.close()
  await unanswered
})

test('what its nodes do not have is refused in their words', async () => {
  const { devnet, request } = await start()
  await using _ = devnet
  await expect(request({ method: 'txpool_content' })).rejects.toMatchObject({
    code: -32601,
    message: 'rpc method is not whitelisted',
  })
  await expect(request({ method: 'eth_getBalance', params: [bob, '0x10'] })).rejects.toMatchObject({
    code: -32019,
    message: 'block is out of range',
  })
  await expect(
    request({ method: 'eth_subscribe', params: ['newFlashblocks'] }),
  ).rejects.toMatchObject({ code: -32602 })
  const sign = signer(devnet)
  for (let nonce = 0; nonce < 500; nonce++) {
    await request({ method: 'eth_sendRawTransaction', params: [await sign(nonce, { to: bob })] })
  }
  await expect(
    request({ method: 'eth_sendRawTransaction', params: [await sign(500, { to: bob })] }),
  ).rejects.toMatchObject({ code: -32000, message: 'txpool is full' })
})

/** Waits until the pool holds the transaction: a send is under way for a few turns. */
async function untilKnown(request: (asked: Asked) => Promise<unknown>, raw: Hex) {
  const hash = keccak256(raw)
  while ((await request({ method: 'eth_getTransactionByHash', params: [hash] })) === null) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}
