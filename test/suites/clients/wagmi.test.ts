import {
  call,
  connect,
  createConfig,
  deployContract,
  disconnect,
  estimateFeesPerGas,
  estimateGas,
  getBalance,
  getBlock,
  getBlockNumber,
  getBlockTransactionCount,
  getBytecode,
  getConnection,
  getFeeHistory,
  getGasPrice,
  getProof,
  getStorageAt,
  getTransaction,
  getTransactionConfirmations,
  getTransactionCount,
  getTransactionReceipt,
  http,
  mock,
  prepareTransactionRequest,
  readContract,
  readContracts,
  sendTransaction,
  sendTransactionSync,
  signMessage,
  signTypedData,
  simulateContract,
  verifyMessage,
  verifyTypedData,
  waitForTransactionReceipt,
  watchBlockNumber,
  watchBlocks,
  watchContractEvent,
  watchPendingTransactions,
  webSocket,
  writeContract,
  writeContractSync,
} from '@wagmi/core'
import { foundry } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { alice, bob, stranger } from '../support/accounts.ts'
import { counterAbi, counterBytecode } from '../support/counter.ts'
import { startNode } from '../support/node.ts'

// How a dapp runs: against blocks at the pace of a chain, and pre-confirmations between them.
const flags = ['--block-time', '1s', '--flashblock-time', '100ms']

async function open(transport: 'HTTP' | 'WebSocket') {
  const node = await startNode(...flags)
  const chain = { ...foundry, rpcUrls: { default: { http: [node.url] } } }
  const config = createConfig({
    chains: [chain],
    connectors: [mock({ accounts: [alice, bob] })],
    pollingInterval: 50,
    cacheTime: 0,
    storage: null,
    transports: {
      [foundry.id]: transport === 'HTTP' ? http(node.url) : webSocket(node.webSocketUrl),
    },
  })
  const [connector] = config.connectors
  if (connector === undefined) throw new Error('no connector')
  await connect(config, { connector })
  return {
    config,
    chain,
    [Symbol.asyncDispose]: async () => {
      await disconnect(config)
      const socket: unknown = config.getClient().transport
      if (transport === 'WebSocket') {
        const { getRpcClient } = socket as { getRpcClient(): Promise<{ close(): void }> }
        ;(await getRpcClient()).close()
      }
      await node[Symbol.asyncDispose]()
    },
  }
}

/** Resolves with what a watcher hears first that is wanted. */
function first<Heard>(
  watch: (hear: (heard: Heard) => void) => () => void,
  isWanted: (heard: Heard) => boolean = () => true,
): Promise<Heard> {
  return new Promise((resolve) => {
    const stop = watch((heard) => {
      if (!isWanted(heard)) return
      resolve(heard)
      queueMicrotask(() => stop())
    })
  })
}

describe.each(['HTTP', 'WebSocket'] as const)('wagmi over %s', (transport) => {
  test('connects, reads and sends', async () => {
    await using dapp = await open(transport)
    const { config } = dapp
    expect(getConnection(config)).toMatchObject({ address: alice, chainId: foundry.id })

    const hash = await sendTransaction(config, { to: stranger, value: 5n })
    const receipt = await waitForTransactionReceipt(config, { hash })
    expect(receipt.status).toBe('success')
    expect((await getBalance(config, { address: stranger, blockTag: 'pending' })).value).toBe(5n)
    expect(await getTransaction(config, { hash })).toMatchObject({ value: 5n })
    expect(await getTransactionReceipt(config, { hash })).toMatchObject({ status: 'success' })
    expect(await getTransactionCount(config, { address: alice, blockTag: 'pending' })).toBe(1)

    await expect
      .poll(() => getTransactionConfirmations(config, { transactionReceipt: receipt }))
      .toBeGreaterThan(0n)
    const block = await getBlock(config, { blockNumber: receipt.blockNumber })
    expect(block.transactions).toEqual([hash])
    expect(await getBlockTransactionCount(config, { blockNumber: receipt.blockNumber })).toBe(1)
    expect(await getBlockNumber(config)).toBeGreaterThanOrEqual(receipt.blockNumber)
  })

  test('sends and waits at once', async () => {
    await using dapp = await open(transport)
    const receipt = await sendTransactionSync(dapp.config, { to: stranger, value: 5n })
    expect(receipt.status).toBe('success')
  })

  test('deploys and uses contracts', async () => {
    await using dapp = await open(transport)
    const { config } = dapp
    const deployed = await waitForTransactionReceipt(config, {
      hash: await deployContract(config, {
        abi: counterAbi,
        bytecode: counterBytecode,
        args: [5n],
      }),
    })
    const address = deployed.contractAddress
    if (!address) throw new Error('nothing was deployed')
    const counter = { abi: counterAbi, address } as const
    // Reads are of sealed blocks unless asked otherwise.
    await expect.poll(() => getBytecode(config, { address })).toMatch(/^0x60/)
    expect(await readContract(config, { ...counter, functionName: 'number' })).toBe(5n)

    const { request, result } = await simulateContract(config, {
      ...counter,
      functionName: 'increment',
      account: alice,
    })
    expect(result).toBe(6n)
    const written = await waitForTransactionReceipt(config, {
      hash: await writeContract(config, request),
    })
    expect(written.logs).toHaveLength(1)
    const again = await writeContractSync(config, { ...counter, functionName: 'increment' })
    expect(again.status).toBe('success')
    expect(
      await readContract(config, { ...counter, functionName: 'number', blockTag: 'pending' }),
    ).toBe(7n)
    expect(
      await readContracts(config, {
        contracts: [{ ...counter, functionName: 'number' }],
        allowFailure: false,
      }),
    ).toHaveLength(1)
    expect((await call(config, { to: address, data: '0x8381f58a' })).data).toMatch(/^0x0{63}[567]$/)
    expect(await getStorageAt(config, { address, slot: '0x0' })).toMatch(/^0x0{63}[567]$/)
    const proof = await getProof(config, { address, storageKeys: [] })
    expect(proof.accountProof.length).toBeGreaterThan(0)
    await expect(
      simulateContract(config, { ...counter, functionName: 'increaseBy', args: [101n] }),
    ).rejects.toThrow('TooFar')
    await expect(
      simulateContract(config, { ...counter, functionName: 'increaseBy', args: [0n] }),
    ).rejects.toThrow('by nothing')
  })

  test('knows fees', async () => {
    await using dapp = await open(transport)
    const { config } = dapp
    expect(await getGasPrice(config)).toBeGreaterThan(0n)
    expect((await estimateFeesPerGas(config)).maxFeePerGas).toBeGreaterThan(0n)
    expect(await estimateGas(config, { to: bob, value: 1n })).toBe(21_000n)
    const history = await getFeeHistory(config, { blockCount: 1, rewardPercentiles: [50] })
    expect(history.baseFeePerGas).toHaveLength(2)
    const prepared = await prepareTransactionRequest(config, { to: bob, value: 1n })
    expect(prepared).toMatchObject({ nonce: 0, gas: 21_000n })
  })

  test('signs', async () => {
    await using dapp = await open(transport)
    const { config } = dapp
    const signature = await signMessage(config, { message: 'hello' })
    expect(await verifyMessage(config, { address: alice, message: 'hello', signature })).toBe(true)
    const typed = {
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      message: { text: 'hello' },
    } as const
    const signed = await signTypedData(config, typed)
    expect(await verifyTypedData(config, { ...typed, address: alice, signature: signed })).toBe(
      true,
    )
  })

  test('watches blocks, transactions and events', async () => {
    await using dapp = await open(transport)
    const { config } = dapp
    const deployed = await waitForTransactionReceipt(config, {
      hash: await deployContract(config, {
        abi: counterAbi,
        bytecode: counterBytecode,
        args: [5n],
      }),
    })
    const address = deployed.contractAddress
    if (!address) throw new Error('nothing was deployed')
    const counter = { abi: counterAbi, address } as const

    // The block that is there already is told first.
    const next = (await getBlockNumber(config)) + 1n
    const number = first<bigint>(
      (onBlockNumber) => watchBlockNumber(config, { onBlockNumber }),
      (number) => number === next,
    )
    const block = first<{ number: bigint }>(
      (onBlock) => watchBlocks(config, { onBlock }),
      (block) => block.number === next,
    )
    const hashes = first<readonly string[]>((onTransactions) =>
      watchPendingTransactions(config, { onTransactions }),
    )
    const logs = first<readonly { args: unknown }[]>((onLogs) =>
      watchContractEvent(config, { ...counter, eventName: 'Incremented', onLogs }),
    )
    await Promise.all([number, block])
    const hash = await writeContract(config, { ...counter, functionName: 'increment' })
    expect(await hashes).toContain(hash)
    expect((await logs).map(({ args }) => args)).toEqual([{ by: alice, number: 6n }])
  })
})
