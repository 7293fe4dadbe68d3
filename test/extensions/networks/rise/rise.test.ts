import { createPublicClient, createWalletClient, type Hex, http, parseEther, webSocket } from 'viem'
import { expect, test } from 'vitest'
import { createDevnet } from '../../../../src/index.ts'
import { byTags, clientsOf, follow } from '../client.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cfffB92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('each transaction is in a shred of its own, and its receipt can be read before the block', async () => {
  await using devnet = await createDevnet({ network: 'rise', clock: 'manual' })
  const { url, webSocketUrl } = await devnet.listen({ port: 0 })
  const chain = devnet.viemChain
  const client = createPublicClient({ chain, transport: http(url) })
  const wallet = createWalletClient({ account: alice, chain, transport: http(url) })
  const socket = await webSocket(webSocketUrl)({ chain }).value?.getRpcClient()
  const pushed: { params?: { result: unknown } }[] = []
  await socket?.requestAsync({ body: { method: 'eth_subscribe', params: ['shreds'] } })
  const raw = socket as unknown as { socket: WebSocket }
  raw.socket.addEventListener('message', ({ data }) => pushed.push(JSON.parse(data as string)))
  const hashes = [
    await wallet.sendTransaction({ to: bob, value: parseEther('1') }),
    await wallet.sendTransaction({ to: bob, value: parseEther('2') }),
  ]
  await devnet.clock.advance(10)
  const receipt = await client.getTransactionReceipt({ hash: hashes[1] as `0x${string}` })
  expect(receipt).toMatchObject({ status: 'success', blockNumber: 1n })
  // A later answer on the same socket comes behind what was pushed.
  await socket?.requestAsync({ body: { method: 'eth_chainId' } })
  const shreds = pushed.flatMap(({ params }) => (params === undefined ? [] : [params.result]))
  expect(shreds).toMatchObject([
    {
      blockNumber: 1,
      shredIdx: 0,
      startingLogIndex: 0,
      transactions: [{ transaction: { hash: hashes[0] } }],
    },
    { blockNumber: 1, shredIdx: 1, transactions: [{ receipt: { status: '0x1', logs: [] } }] },
  ])
})

test('nodes do not have the kinds of other networks', async () => {
  await using devnet = await createDevnet({ network: 'rise', clock: 'manual' })
  await expect(
    devnet.provider.request({ method: 'eth_subscribe', params: ['newFlashblocks'] }),
  ).rejects.toThrow('Invalid params')
  expect(await devnet.provider.request({ method: 'preconf_networkInfo' })).toMatchObject({
    name: 'rise',
    constantBaseFee: '0x65644',
    sync: { maxMs: 30_000 },
  })
})

const contract = '0x00000000000000000000000000000000000c0de0'

/** Sets slot 0 to 42, and emits a log. */
const code = '0x602a600055600760206000a100'

test('a shred says what it changed, and logs come with it', async () => {
  await using devnet = await createDevnet({ network: 'rise', clock: 'manual' })
  const { client, wallet } = await clientsOf(devnet)
  await devnet.provider.request({ method: 'anvil_setCode', params: [contract, code] })
  await using socket = await follow(devnet, [['shreds', true], ['logs'], ['newHeads']])
  const hash = await wallet.sendTransaction({ to: contract, value: 5n, gas: 100_000n })
  const creation = await wallet.sendTransaction({ data: '0x60fe60005360016000f3', gas: 100_000n })
  const transfer = await wallet.sendTransaction({ to: bob, value: parseEther('1'), gas: 21_000n })
  await devnet.clock.advance(10)
  const { contractAddress } = await client.getTransactionReceipt({ hash: creation })
  const pushed = await socket.read()
  expect(pushed.map(({ kind }) => kind)).toEqual(['shreds', 'logs', 'shreds', 'shreds'])
  const [first, log, second, third] = pushed
  const changes = first?.result.stateChanges as Record<Hex, unknown>
  expect(changes[contract]).toEqual({
    nonce: 0,
    balance: '0x5',
    storage: { [`0x${'0'.repeat(64)}`]: `0x${'0'.repeat(62)}2a` },
    newCode: null,
  })
  expect(changes[alice.toLowerCase() as Hex]).toMatchObject({ nonce: 1, storage: {} })
  const [sent] = (first?.result.transactions ?? []) as { transaction: Record<string, unknown> }[]
  expect(sent?.transaction).toMatchObject({ hash, signer: alice.toLowerCase(), type: '0x2' })
  for (const absent of ['from', 'blockHash', 'blockNumber', 'transactionIndex', 'yParity']) {
    expect(sent?.transaction).not.toHaveProperty(absent)
  }
  expect(log?.result).toMatchObject({ blockHash: null, blockNumber: '0x1', transactionHash: hash })
  expect(second?.result.stateChanges).toMatchObject({
    [contractAddress as Hex]: { nonce: 1, newCode: '0xfe' },
  })
  expect(second?.result).toMatchObject({ shredIdx: 1, startingLogIndex: 1 })
  expect(third?.result).toMatchObject({ transactions: [{ transaction: { hash: transfer } }] })

  // Pending is what the shreds have made; blocks are what was sealed.
  const [before, after] = [parseEther('10000'), parseEther('10001')]
  expect((await byTags(devnet, bob)).balances).toEqual([before, after, before, before])
  await devnet.clock.advance(990)
  expect(await byTags(devnet, bob)).toMatchObject({
    balances: [after, after, before, before],
    counts: [0, 0, 0, 0],
  })
  const heads = await socket.read()
  expect(heads.map(({ kind, result }) => [kind, result.number])).toEqual([['newHeads', '0x1']])
})

test('its sync send answers with the shred, and refuses other bytes in the words of its nodes', async () => {
  await using devnet = await createDevnet({ network: 'rise', clock: 'manual' })
  for (const method of ['eth_sendRawTransaction', 'eth_sendRawTransactionSync']) {
    await expect(devnet.provider.request({ method, params: ['0x1234'] })).rejects.toMatchObject({
      code: -32602,
      message: 'failed to decode signed transaction',
    })
  }
})
