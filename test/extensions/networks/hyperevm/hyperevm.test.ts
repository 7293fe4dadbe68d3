import { type Hex, keccak256, parseEther, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { createDevnet, type PreconfDevnet } from '../../../../src/index.ts'
import { byTags, clientsOf, follow } from '../client.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const [before, after] = [parseEther('10000'), parseEther('10001')]
const small = '0x1e8480'
const large = '0x1c9c380'

type Json = Record<string, Hex>

function asker(devnet: PreconfDevnet) {
  return (method: string, params: readonly unknown[] = []) =>
    devnet.provider.request({ method, params: params as never }) as Promise<Json>
}

/** The first moment of a minute is 30 s away. */
async function start() {
  const devnet = await createDevnet({ network: 'hyperevm', clock: 'manual' })
  const request = asker(devnet)
  const { timestamp } = await request('eth_getBlockByNumber', ['latest', false])
  const now = Number(timestamp)
  await request('evm_setNextBlockTimestamp', [Math.ceil(now / 60) * 60 + 30])
  await devnet.clock.advance(1000)
  return {
    devnet,
    request,
    blockOf: (number: string) => request('eth_getBlockByNumber', [number, false]),
  }
}

test('a transaction is final in the next small block', async () => {
  const { devnet } = await start()
  await using _ = devnet
  const { client, wallet } = await clientsOf(devnet)
  await using socket = await follow(devnet, [
    ['newPendingTransactions'],
    ['newHeads'],
    ['logs', {}],
  ])
  const first = Number(await client.getBlockNumber())
  const hash = await wallet.sendTransaction({ to: bob, value: parseEther('1') })
  expect(await client.getTransaction({ hash })).toMatchObject({ blockNumber: null })
  expect(await byTags(devnet, bob)).toMatchObject({ balances: Array(4).fill(before) })
  await devnet.clock.advance(1000)
  expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: Array(4).fill(after),
    numbers: Array(4).fill(first + 1),
  })
  const pushed = await socket.read()
  expect(pushed.map(({ kind }) => kind)).toEqual(['newPendingTransactions', 'newHeads'])
  expect(await socket.ask('eth_subscribe', ['newFlashblocks'])).toMatchObject({
    error: { code: -32602, message: 'Invalid params' },
  })
})

test('large blocks have the transactions of those who have asked for them', async () => {
  const { devnet, request, blockOf } = await start()
  await using _ = devnet
  const [alice, carol] = devnet.accounts.map(({ address }) => address)
  expect(await request('eth_usingBigBlocks', [alice])).toBe(false)
  const tooMuch = { from: alice, to: bob, gas: '0x1e8481' }
  await expect(request('eth_sendTransaction', [tooMuch])).rejects.toThrow(/gas limit/)
  await request('preconf_setUsingBigBlocks', [alice, true])
  expect(await request('eth_usingBigBlocks', [alice])).toBe(true)
  const hash = await request('eth_sendTransaction', [tooMuch])
  const other = await request('eth_sendTransaction', [{ from: carol, to: bob }])
  await devnet.clock.advance(29_000)
  expect(await request('eth_getTransactionReceipt', [hash])).toBeNull()
  expect(await devnet.explain(hash as unknown as Hex)).toMatchObject({
    reason: 'waiting',
    message: expect.stringContaining('of the other kind'),
  })
  const receipt = await request('eth_getTransactionReceipt', [other])
  expect(await blockOf(receipt.blockNumber as Hex)).toMatchObject({ gasLimit: small })
  const late = await request('eth_sendTransaction', [{ from: carol, to: bob }])
  await devnet.clock.advance(1000)
  const found = await request('eth_getTransactionReceipt', [hash])
  const [first, second] = [BigInt(found.blockNumber as Hex), BigInt(found.blockNumber as Hex) + 1n]
  const [one, two] = await Promise.all([first, second].map((n) => blockOf(`0x${n.toString(16)}`)))
  expect(one).toMatchObject({ gasLimit: large, transactions: [hash] })
  expect(two).toMatchObject({ gasLimit: small, transactions: [late], timestamp: one?.timestamp })
  expect(Number(one?.timestamp) % 60).toBe(0)
  await devnet.clock.advance(1000)
  expect(await blockOf('latest')).toMatchObject({ gasLimit: small })
})

test('the kind that a sender has asked for goes back with a snapshot', async () => {
  const { devnet, request } = await start()
  await using _ = devnet
  const [alice] = devnet.accounts
  const id = await request('evm_snapshot')
  await request('preconf_setUsingBigBlocks', [alice?.address, true])
  await request('evm_revert', [id])
  expect(await request('eth_usingBigBlocks', [alice?.address])).toBe(false)
})

test('blocks on request and automined ones are of both kinds', async () => {
  const { devnet, request, blockOf } = await start()
  await using _ = devnet
  const number = async () => BigInt((await request('eth_blockNumber')) as unknown as Hex)
  const head = await number()
  await request('anvil_mine', ['0x3d', '0x1'])
  expect(await number()).toBe(head + 61n)
  const blocks = await Promise.all(
    Array.from({ length: 61 }, (_, index) =>
      blockOf(`0x${(head + BigInt(index) + 1n).toString(16)}`),
    ),
  )
  const limits = blocks.map(({ gasLimit }) => gasLimit)
  expect(limits.filter((limit) => limit === large)).toHaveLength(1)
  await request('evm_setAutomine', [true])
  await devnet.clock.advance(60_000)
  const sent = await request('eth_sendTransaction', [
    { from: devnet.accounts[1]?.address, to: bob },
  ])
  expect(await request('eth_getTransactionReceipt', [sent])).not.toBeNull()
})

test('the pool takes the next eight nonces', async () => {
  const { devnet, request } = await start()
  await using _ = devnet
  const from = devnet.accounts[0]?.address
  const send = (nonce: number) =>
    request('eth_sendTransaction', [{ from, to: bob, gas: '0x5208', nonce: `0x${nonce}` }])
  await send(7)
  await expect(send(8)).rejects.toMatchObject({
    code: -32000,
    message: 'nonce too high: next nonce 0, tx nonce 8; the pool takes the next 8',
  })
  for (let nonce = 0; nonce < 7; nonce++) await send(nonce)
  await devnet.clock.advance(1000)
  expect(await request('eth_getTransactionCount', [from, 'latest'])).toBe('0x8')
  await send(8)
})

test('what is for HyperCore fails, and HYPE for it says so', async () => {
  const { devnet, request } = await start()
  await using _ = devnet
  const { wallet, client } = await clientsOf(devnet)
  const [alice] = devnet.accounts
  const hash = await wallet.sendTransaction({ to: `0x${'22'.repeat(20)}`, value: 5n })
  await devnet.clock.advance(1000)
  const { logs } = await client.getTransactionReceipt({ hash })
  expect(logs).toMatchObject([
    {
      topics: [
        keccak256(stringToHex('Received(address,uint256)')),
        `0x${alice?.address.slice(2).toLowerCase().padStart(64, '0')}`,
      ],
      data: `0x${'5'.padStart(64, '0')}`,
    },
  ])
  for (const to of [`0x${'33'.repeat(20)}`, `0x${'800'.padStart(40, '0')}`]) {
    await expect(request('eth_call', [{ to }, 'latest'])).rejects.toThrow(/invalid opcode/i)
  }
  expect(await request('eth_getSystemTxsByBlockNumber', ['latest'])).toEqual([])
  expect(await request('eth_getSystemTxsByBlockHash', [`0x${'1'.repeat(64)}`])).toBeNull()
  expect(await request('eth_maxPriorityFeePerGas')).toBe('0x0')
  expect(await request('eth_bigBlockGasPrice')).toBe(await request('eth_gasPrice'))
  await expect(request('eth_sendRawTransactionSync', ['0x00'])).rejects.toMatchObject({
    code: -32601,
  })
})

test('a contract of more gas than a small block has is deployed in a large one', async () => {
  const { devnet, request } = await start()
  await using _ = devnet
  const from = devnet.accounts[0]?.address
  await request('preconf_setUsingBigBlocks', [from, true])
  // PUSH2 16,000, PUSH0, RETURN: 16,000 zero bytes of code at 200 gas each.
  const gas = BigInt(
    (await request('eth_estimateGas', [{ from, data: '0x613e805ff3' }])) as unknown as Hex,
  )
  expect(gas).toBeGreaterThan(3_000_000n)
  const hash = await request('eth_sendTransaction', [{ from, data: '0x613e805ff3' }])
  await devnet.clock.advance(60_000)
  expect(await request('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
})
