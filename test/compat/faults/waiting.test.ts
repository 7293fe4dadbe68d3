import { JsonRpcProvider } from 'ethers'
import { createPublicClient, type Hex, http, keccak256, zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { yieldToEventLoop } from '../../../src/clock/pace.ts'
import type { PreconfDevnet } from '../../../src/types/devnet.ts'
import { preconfChain } from '../../support/clients.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer, signTransfer } from '../../support/transfers.ts'

const pollingInterval = 5

async function viemOver(devnet: PreconfDevnet) {
  const { url } = await devnet.listen({ port: 0 })
  const transport = http(url, { retryCount: 0 })
  return createPublicClient({ chain: preconfChain, transport, pollingInterval, cacheTime: 0 })
}

async function ethersOver(devnet: PreconfDevnet) {
  const { url } = await devnet.listen({ port: 0 })
  const options = { staticNetwork: true, cacheTimeout: -1, pollingInterval }
  const provider = new JsonRpcProvider(url, devnet.chainId, options)
  const dispose = async () => {
    await provider.removeAllListeners()
    // Its polling may have asked something last, which a batch answers before this.
    await provider.send('eth_chainId', [])
    provider.destroy()
  }
  return Object.assign(provider, { [Symbol.asyncDispose]: dispose })
}

/** Resolves when the devnet has answered the method so many times more: begin it before what is to be answered. */
async function answered(devnet: PreconfDevnet, method: string, times: number): Promise<void> {
  const count = () => devnet.metrics().requests[method]?.count ?? 0
  const goal = count() + times
  while (count() < goal) await yieldToEventLoop()
}

/**
 * Resolves when ethers has done all that follows from the answers it has: each may have it ask again.
 * What it asks within some milliseconds goes in one batch, so each round waits for what was asked by then.
 */
async function settled(provider: JsonRpcProvider): Promise<void> {
  for (let round = 0; round < 6; round++) await provider.send('eth_chainId', [])
}

describe('viem', () => {
  test('takes a pre-confirmed receipt for a confirmation: it may be of no block', async () => {
    await using devnet = await testDevnet()
    const client = await viemOver(devnet)
    const hash = await sendTransfer(devnet)
    devnet.faults.inject({ kind: 'dropAtSeal', transaction: hash })
    await devnet.flashblock()
    const receipt = await client.waitForTransactionReceipt({ hash })
    expect(receipt).toMatchObject({ blockNumber: 1n, blockHash: zeroHash })
    await devnet.seal()
    await expect(client.getTransactionReceipt({ hash })).rejects.toMatchObject({
      name: 'TransactionReceiptNotFoundError',
    })
    await expect(client.getTransaction({ hash })).rejects.toMatchObject({
      name: 'TransactionNotFoundError',
    })
  })

  test('does not ask again while it counts confirmations', async () => {
    await using devnet = await testDevnet()
    const client = await viemOver(devnet)
    const hash = await sendTransfer(devnet)
    devnet.faults.inject({ kind: 'dropAtSeal', transaction: hash })
    await devnet.flashblock()
    const waiting = client.waitForTransactionReceipt({ hash, confirmations: 2, pollingInterval })
    await answered(devnet, 'eth_blockNumber', 2)
    await devnet.seal()
    await devnet.seal()
    // viem's receipt is the pre-confirmed one, though its block number has two confirmations.
    expect(await waiting).toMatchObject({ blockNumber: 1n, blockHash: zeroHash })
    expect(devnet.transaction(hash)).toMatchObject({ status: 'dropped' })
  })

  test('goes on waiting for a transaction that went back to the pool', async () => {
    await using devnet = await testDevnet()
    const client = await viemOver(devnet)
    const hash = await sendTransfer(devnet)
    devnet.faults.inject({ kind: 'skipFlashblock', index: 1 })
    devnet.faults.inject({ kind: 'dropAtSeal', transaction: hash, requeue: true })
    await devnet.flashblock()
    const waiting = client.waitForTransactionReceipt({ hash, pollingInterval })
    // While viem looks into one block, it does not see that the next one is there.
    await answered(devnet, 'eth_getBlockByNumber', 1)
    await client.getChainId()
    const looked = answered(devnet, 'eth_getBlockByNumber', 1)
    await devnet.seal()
    await looked
    await client.getChainId()
    const { hash: blockHash } = await devnet.seal()
    expect(await waiting).toMatchObject({ blockNumber: 2n, blockHash, transactionHash: hash })
  })

  test('finds the transaction that was sealed in the place of one not yet pre-confirmed', async () => {
    await using devnet = await testDevnet()
    const client = await viemOver(devnet)
    const hash = await sendTransfer(devnet)
    const raw = await signTransfer(devnet, { value: 9n })
    devnet.faults.inject({ kind: 'skipFlashblock', index: 1 })
    devnet.faults.inject({ kind: 'replaceAtSeal', transaction: hash, with: raw })
    await devnet.flashblock()
    const replaced: string[] = []
    const waiting = client.waitForTransactionReceipt({
      hash,
      pollingInterval,
      onReplaced: ({ reason, transaction }) => replaced.push(reason, transaction.hash),
    })
    // While viem looks into one block, it does not see that the next one is there.
    await answered(devnet, 'eth_getBlockByNumber', 1)
    await client.getChainId()
    await devnet.seal()
    expect(await waiting).toMatchObject({ transactionHash: keccak256(raw), status: 'success' })
    expect(replaced).toEqual(['replaced', keccak256(raw)])
  })

  test('gives up in time on one that a reorg has taken away', async () => {
    await using devnet = await testDevnet()
    const client = await viemOver(devnet)
    const hash = await sendTransfer(devnet)
    await devnet.seal()
    expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({ blockNumber: 1n })
    await devnet.reorg({ depth: 1 })
    const options = { hash, pollingInterval, timeout: 100, retryCount: 0 }
    await expect(client.waitForTransactionReceipt(options)).rejects.toMatchObject({
      name: 'WaitForTransactionReceiptTimeoutError',
    })
  })
})

describe('ethers', () => {
  test('takes a pre-confirmed receipt for a confirmation, as viem does', async () => {
    await using devnet = await testDevnet()
    await using provider = await ethersOver(devnet)
    const sent = await provider.broadcastTransaction(await signTransfer(devnet))
    devnet.faults.inject({ kind: 'dropAtSeal' })
    await devnet.flashblock()
    const receipt = await sent.wait()
    expect(receipt).toMatchObject({ blockNumber: 1, blockHash: zeroHash })
    expect(await receipt?.confirmations()).toBe(0)
    await devnet.seal()
    expect(await receipt?.confirmations()).toBe(1)
    expect(await provider.getTransactionReceipt(sent.hash)).toBeNull()
    expect(await provider.getTransaction(sent.hash)).toBeNull()
  })

  test('asks again at each block while it counts confirmations', async () => {
    await using devnet = await testDevnet()
    await using provider = await ethersOver(devnet)
    const sent = await provider.broadcastTransaction(await signTransfer(devnet))
    devnet.faults.inject({ kind: 'dropAtSeal', requeue: true })
    await devnet.flashblock()
    const waiting = sent.wait(2)
    await settled(provider)
    const asked = answered(devnet, 'eth_getTransactionReceipt', 1)
    await devnet.seal()
    await asked
    await settled(provider)
    const askedAgain = answered(devnet, 'eth_getTransactionReceipt', 1)
    const { hash: blockHash } = await devnet.seal()
    await askedAgain
    await settled(provider)
    await devnet.seal()
    expect(await waiting).toMatchObject({ blockNumber: 2, blockHash })
  })

  test('tells which transaction was sealed in the place of one not yet pre-confirmed', async () => {
    await using devnet = await testDevnet()
    await using provider = await ethersOver(devnet)
    const sent = await provider.broadcastTransaction(await signTransfer(devnet))
    const raw = await signTransfer(devnet, { value: 9n })
    const transaction = sent.hash as Hex
    devnet.faults.inject({ kind: 'skipFlashblock', index: 1 })
    devnet.faults.inject({ kind: 'replaceAtSeal', transaction, with: raw })
    await devnet.flashblock()
    const refused = expect(sent.wait()).rejects.toMatchObject({
      code: 'TRANSACTION_REPLACED',
      reason: 'replaced',
      hash: keccak256(raw),
    })
    await settled(provider)
    await devnet.seal()
    await refused
  })

  test('a receipt in hand says nothing of a reorg; asked again, there is none', async () => {
    await using devnet = await testDevnet()
    await using provider = await ethersOver(devnet)
    const sent = await provider.broadcastTransaction(await signTransfer(devnet))
    await devnet.seal()
    const receipt = await sent.wait()
    expect(receipt).toMatchObject({ blockNumber: 1, status: 1 })
    await devnet.reorg({ depth: 1 })
    expect(await provider.getTransactionReceipt(sent.hash)).toBeNull()
    expect(await provider.getTransaction(sent.hash)).toBeNull()
    expect(await provider.getBlock(receipt?.blockHash as Hex)).toBeNull()
  })
})
