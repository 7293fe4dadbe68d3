import { createDevnet } from 'preconf'
import { createPublicShredClient, type Shred } from 'shreds/viem'
import { createWalletClient, http, keccak256, parseEther, toHex, webSocket, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { aliceKey, bob } from '../support/accounts.ts'

/** Writes 42 to slot 0 and emits a log of 32 bytes with the topic 7. */
const contract = {
  address: '0x00000000000000000000000000000000000c0de0',
  code: '0x602a600055600760206000a100',
} as const

const word = (value: number) => toHex(value, { size: 32 })

test("RISE's client reads shreds with their changes, and logs before their block", async () => {
  const devnet = await createDevnet({ network: 'rise', clock: 'manual' })
  await using _ = devnet
  const { url, webSocketUrl } = await devnet.listen({ port: 0 })
  const chain = devnet.viemChain
  const transport = webSocket(webSocketUrl, { reconnect: false })
  const client = createPublicShredClient({ chain, transport })
  const account = privateKeyToAccount(aliceKey)
  const wallet = createWalletClient({ chain, account, transport: http(url) })
  await devnet.provider.request({
    method: 'anvil_setCode',
    params: [contract.address, contract.code],
  })
  const shreds: Shred[] = []
  const logs: unknown[] = []
  const errors: Error[] = []
  const onError = (error: Error) => errors.push(error)
  client.watchShreds({ includeStateChanges: true, onShred: (shred) => shreds.push(shred), onError })
  client.watchEvent({ onLogs: (found) => logs.push(...found), onError })
  // The subscriptions are there once an answer has come behind them.
  for (let count = 0; count < 2; count++) await client.getChainId()
  const first = await wallet.sendTransaction({ to: contract.address, value: 5n, gas: 100_000n })
  const second = await wallet.sendTransaction({ to: bob, value: parseEther('1'), gas: 21_000n })
  await devnet.clock.advance(10)
  await client.getChainId()
  expect(errors).toEqual([])
  expect(shreds.map(({ blockNumber, shredIndex }) => [blockNumber, shredIndex])).toEqual([
    [1n, 0],
    [1n, 1],
  ])
  const [changing, paying] = shreds
  expect(changing).toMatchObject({
    startingLogIndex: 0,
    transactions: [
      { hash: first, from: account.address.toLowerCase(), value: 5n, status: 'success' },
    ],
  })
  expect(changing?.stateChanges).toContainEqual({
    address: contract.address,
    balance: 5n,
    newCode: null,
    nonce: 0,
    storageChanges: [{ slot: word(0), value: word(42) }],
  })
  expect(paying).toMatchObject({
    startingLogIndex: 1,
    transactions: [{ hash: second, value: parseEther('1'), logs: [] }],
  })
  expect(logs).toMatchObject([
    { address: contract.address, blockHash: null, blockNumber: 1n, topics: [word(7)], logIndex: 0 },
  ])
})

test("RISE's client sends synchronously, and has the receipt with the shred", async () => {
  const devnet = await createDevnet({ network: 'rise', clock: 'manual' })
  await using _ = devnet
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const chain = devnet.viemChain
  const client = createPublicShredClient({
    chain,
    transport: webSocket(webSocketUrl, { reconnect: false }),
  })
  const serializedTransaction = await privateKeyToAccount(aliceKey).signTransaction({
    chainId: chain.id,
    to: bob,
    value: 1n,
    gas: 21_000n,
    gasPrice: 1_000_000_000n,
    nonce: 0,
  })
  const sent = client.sendRawTransactionSync({ serializedTransaction })
  while (devnet.transaction(keccak256(serializedTransaction)).status === 'unknown') {
    await new Promise((resolve) => setImmediate(resolve))
  }
  await devnet.clock.advance(10)
  // It gives the receipt as the node wrote it.
  expect(await sent).toMatchObject({
    transactionHash: keccak256(serializedTransaction),
    status: '0x1',
    blockNumber: '0x1',
    blockHash: zeroHash,
  })
})
