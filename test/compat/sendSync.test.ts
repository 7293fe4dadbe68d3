import { JsonRpcProvider, Wallet } from 'ethers'
import { createWalletClient, custom, type Hex, keccak256, publicActions, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { preconfChain, viemClient, ways } from '../support/clients.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'
import { bob } from '../support/transfers.ts'
import { untilPooled } from '../support/untilPooled.ts'

test.each(ways)('%s: viem sends raw and has the receipt of the next flashblock', async (way) => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const client = await viemClient(devnet, way)
  const request = await client.prepareTransactionRequest({ to: bob, value: 1n })
  const serializedTransaction = await client.signTransaction(request)
  const sending = client.sendRawTransactionSync({ serializedTransaction })
  await untilPooled(devnet, 1)
  await devnet.clock.advance(200)
  const receipt = await sending
  expect(receipt).toMatchObject({ status: 'success', blockNumber: 1n, blockHash: zeroHash })
  expect(await client.getBalance({ address: bob })).toBe(1n)
  expect(await client.getTransactionReceipt({ hash: receipt.transactionHash })).toEqual(receipt)
})

test('with an interval viem has the sealed receipt', async () => {
  await using devnet = await testDevnet({ mining: 'interval', blockTime: '1s' })
  const client = await viemClient(devnet)
  const sending = client.sendTransactionSync({ to: bob, value: 1n })
  await untilPooled(devnet, 1)
  await devnet.clock.advance(1_000)
  const { hash } = await client.getBlock({ blockTag: 'latest' })
  expect(await sending).toMatchObject({ status: 'success', blockNumber: 1n, blockHash: hash })
})

test('in auto mode viem has the sealed receipt at once', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const client = await viemClient(devnet)
  const receipt = await client.sendTransactionSync({ to: bob, value: 1n })
  const { hash } = await client.getBlock({ blockTag: 'latest' })
  expect(receipt).toMatchObject({ status: 'success', blockNumber: 1n, blockHash: hash })
})

test('with steps by hand viem has the receipt of the flashblock that is asked for', async () => {
  await using devnet = await testDevnet()
  const client = await viemClient(devnet)
  const sending = client.sendTransactionSync({ to: bob, value: 1n })
  await untilPooled(devnet, 1)
  await devnet.flashblock()
  expect(await sending).toMatchObject({ status: 'success', blockHash: zeroHash })
})

test('viem writes to a contract and has the logs with the receipt; a revert is thrown with it', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const client = await viemClient(devnet)
  const deploying = client.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Test', 'TST', 1_000n],
  })
  await deploying
  await devnet.clock.advance(200)
  const { contractAddress } = await client.getTransactionReceipt({ hash: await deploying })
  const token = { abi: tokenAbi, address: contractAddress as Hex } as const

  const writing = client.writeContractSync({
    ...token,
    functionName: 'transfer',
    args: [bob, 7n],
  })
  await untilPooled(devnet, 1)
  await devnet.clock.advance(200)
  const { logs, status } = await writing
  expect(status).toBe('success')
  expect(logs).toMatchObject([{ address: contractAddress, blockHash: zeroHash, logIndex: 1 }])

  const failing = client
    .writeContractSync({
      ...token,
      functionName: 'fail',
      gas: 100_000n,
      throwOnReceiptRevert: true,
    })
    .catch((error: Error) => error)
  await untilPooled(devnet, 1)
  await devnet.clock.advance(200)
  expect(await failing).toMatchObject({
    message: expect.stringContaining('reverted'),
  })
})

test('ethers sends raw and has the receipt of the next flashblock', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  const { url } = await devnet.listen({ port: 0 })
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 })
  const wallet = new Wallet(devnet.accounts[0]?.privateKey as string, provider)
  const raw = await wallet.signTransaction(await wallet.populateTransaction({ to: bob, value: 3n }))
  const sending = provider.send('eth_sendRawTransactionSync', [raw, 1_000])
  await untilPooled(devnet, 1)
  await devnet.clock.advance(200)
  expect(await sending).toMatchObject({ status: '0x1', to: bob, blockHash: zeroHash })
  expect(await provider.getBalance(bob, 'pending')).toBe(3n)
  provider.destroy()
})

test('ethers receives the timeout, with the hash', async () => {
  await using devnet = await testDevnet()
  const { url } = await devnet.listen({ port: 0 })
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 })
  const wallet = new Wallet(devnet.accounts[0]?.privateKey as string, provider)
  const raw = await wallet.signTransaction(await wallet.populateTransaction({ to: bob, value: 3n }))
  const sending = provider
    .send('eth_sendRawTransactionSync', [raw, 1_000])
    .catch((error: Error) => error)
  await untilPooled(devnet, 1)
  await devnet.clock.advance(1_000)
  expect(await sending).toMatchObject({ error: { code: 4, data: keccak256(raw as Hex) } })
  provider.destroy()
})

/** A client that counts what it asks. */
async function countingClient(devnet: Awaited<ReturnType<typeof testDevnet>>) {
  const asked: string[] = []
  const { account } = await viemClient(devnet)
  const client = createWalletClient({
    account,
    chain: preconfChain,
    transport: custom(
      {
        request: (request: { readonly method: string }) => {
          asked.push(request.method)
          return devnet.provider.request(request)
        },
      },
      { retryCount: 0 },
    ),
  }).extend(publicActions)
  return { client, asked }
}

test('viem prepares a transaction in one round trip', async () => {
  await using devnet = await testDevnet()
  const { client, asked } = await countingClient(devnet)
  await client.sendTransaction({ to: bob, value: 1n, nonce: 0 })
  asked.length = 0
  const request = await client.prepareTransactionRequest({ to: bob, value: 1n })
  expect(asked).toEqual(['eth_fillTransaction'])
  expect(request).toMatchObject({
    type: 'eip1559',
    chainId: devnet.chainId,
    nonce: 1,
    gas: 21_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
  })
  expect(request.gasPrice).toBeUndefined()
  expect(await client.estimateGas(request)).toBe(21_000n)
})

test('viem sends a prepared transaction in two requests', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const { client, asked } = await countingClient(devnet)
  await client.sendTransaction({ to: bob, value: 1n })
  asked.length = 0
  await client.sendTransactionSync({ to: bob, value: 1n })
  expect(asked).toEqual(['eth_fillTransaction', 'eth_sendRawTransactionSync'])
})

test('a revert surfaces while viem prepares, and nothing else is asked', async () => {
  await using devnet = await testDevnet({ mining: 'auto' })
  const { client, asked } = await countingClient(devnet)
  const hash = await client.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Test', 'TST', 1_000n],
  })
  const { contractAddress } = await client.getTransactionReceipt({ hash })
  asked.length = 0
  await expect(
    client.writeContract({
      abi: tokenAbi,
      address: contractAddress as Hex,
      functionName: 'transfer',
      args: [bob, 2_000n],
    }),
  ).rejects.toMatchObject({
    name: 'ContractFunctionExecutionError',
    message: expect.stringContaining('InsufficientBalance'),
  })
  expect(asked).toEqual(['eth_fillTransaction'])
})
