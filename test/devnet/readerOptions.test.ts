import { createBlockHeaderFromRPC } from '@ethereumjs/block'
import { describe, expect, it } from 'vitest'
import { createProtocol } from '../../src/ethereumjs/protocol/protocol.ts'
import { bytesToHex } from '../../src/lib/hex.ts'
import {
  account,
  type Client,
  client,
  deployRecorder,
  headerNotFound,
  word,
  zeroHash,
} from '../rpc/methods/client.ts'

/** A block of its own for the recorder, and a transaction with a log that is pre-confirmed after it. */
async function preconfirmed(devnet: Client) {
  const recorder = await deployRecorder(devnet)
  const hash = await devnet.send({ to: recorder, data: word(7) })
  await devnet.flashblock()
  return { recorder, hash }
}

describe('newHeads: flashblocks', () => {
  it('answers reads by the number of the pending block with that block', async () => {
    await using devnet = await client({ newHeads: 'flashblocks' })
    const { recorder, hash } = await preconfirmed(devnet)
    const pending = await devnet.ask('eth_getBlockByNumber', 'pending', true)
    expect(pending).toMatchObject({ number: '0x2', hash: zeroHash, transactions: [{ hash }] })
    expect(await devnet.ask('eth_getBlockByNumber', '0x2', true)).toEqual(pending)
    for (const [method, ...params] of [
      ['eth_getHeaderByNumber'],
      ['eth_getBlockReceipts'],
      ['eth_getBlockTransactionCountByNumber'],
      ['eth_getBalance', account(devnet, 0)],
      ['eth_getStorageAt', recorder, '0x0'],
      ['eth_getTransactionCount', account(devnet, 0)],
      ['eth_call', { to: recorder, data: word(1) }],
    ]) {
      expect(await devnet.ask(method as string, ...params, '0x2')).toEqual(
        await devnet.ask(method as string, ...params, 'pending'),
      )
    }
    expect(await devnet.ask('eth_getTransactionByBlockNumberAndIndex', '0x2', '0x0')).toEqual(
      pending.transactions[0],
    )
    const logs = await devnet.ask('eth_getLogs', { fromBlock: '0x2', toBlock: 'pending' })
    expect(logs).toMatchObject([{ transactionHash: hash }])
    expect(await devnet.ask('eth_getLogs', { fromBlock: '0x0', toBlock: '0x2' })).toEqual(logs)
    expect(await devnet.ask('eth_feeHistory', '0x1', '0x2', [])).toEqual(
      await devnet.ask('eth_feeHistory', '0x1', 'pending', []),
    )
  })

  it('keeps eth_blockNumber at the sealed head, and knows no block after the pending one', async () => {
    await using devnet = await client({ newHeads: 'flashblocks' })
    await preconfirmed(devnet)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x1')
    expect(await devnet.ask('eth_getBlockByNumber', '0x3', false)).toBeNull()
    expect(await devnet.refusal('eth_getBalance', account(devnet, 0), '0x3')).toEqual(
      headerNotFound,
    )
  })

  it('is not the default: the number of the pending block names none', async () => {
    await using devnet = await client()
    await preconfirmed(devnet)
    expect(await devnet.ask('eth_getBlockByNumber', '0x2', false)).toBeNull()
    expect(await devnet.refusal('eth_getBalance', account(devnet, 0), '0x2')).toEqual(
      headerNotFound,
    )
  })
})

describe('pendingHash: real', () => {
  it('is the hash of the header as it is shown, another one after each flashblock', async () => {
    await using devnet = await client({ pendingHash: 'real' })
    const { chainId } = devnet
    const rules = { chainId, hardfork: 'osaka', transactionGasCap: false } as const
    const common = createProtocol(rules).commonAt(0n, 0n)
    const hashes: string[] = []
    for (let count = 0; count < 3; count++) {
      await devnet.send({ to: account(devnet, 1) })
      await devnet.flashblock()
      const shown = await devnet.ask('eth_getHeaderByNumber', 'pending')
      const header = createBlockHeaderFromRPC(shown, { common })
      expect(bytesToHex(header.hash())).toBe(shown.hash)
      hashes.push(shown.hash)
    }
    expect(new Set(hashes).size).toBe(3)
    expect((await devnet.seal()).hash).not.toBe(hashes.at(-1))
  })

  it('stands in the block, its receipts, their logs and its transactions', async () => {
    await using devnet = await client({ pendingHash: 'real' })
    const { hash } = await preconfirmed(devnet)
    const block = await devnet.ask('eth_getBlockByNumber', 'pending', true)
    expect(block.hash).not.toBe(zeroHash)
    const place = { blockHash: block.hash, blockNumber: '0x2' }
    const receipt = await devnet.ask('eth_getTransactionReceipt', hash)
    expect(receipt).toMatchObject({ ...place, logs: [place] })
    expect(await devnet.ask('eth_getBlockReceipts', 'pending')).toEqual([receipt])
    expect(await devnet.ask('eth_getLogs', { toBlock: 'pending' })).toEqual(receipt.logs)
    const transaction = await devnet.ask('eth_getTransactionByHash', hash)
    expect(transaction).toMatchObject(place)
    expect(block.transactions).toEqual([transaction])
  })

  it('names the block as it was then, until it is sealed', async () => {
    await using devnet = await client({ pendingHash: 'real' })
    const { hash } = await preconfirmed(devnet)
    const block = await devnet.ask('eth_getBlockByNumber', 'pending', false)
    const logs = await devnet.ask('eth_getLogs', { toBlock: 'pending' })
    await devnet.send({ to: account(devnet, 1) })
    await devnet.flashblock()
    expect(block.transactions).toEqual([hash])
    expect(await devnet.ask('eth_getBlockByHash', block.hash, false)).toEqual(block)
    expect(await devnet.ask('eth_getLogs', { blockHash: block.hash })).toEqual(logs)
    expect(await devnet.ask('eth_getBlockTransactionCountByHash', block.hash)).toBe('0x1')
    await devnet.seal()
    expect(await devnet.ask('eth_getBlockByHash', block.hash, false)).toBeNull()
  })
})

describe('receipts: sealed', () => {
  it('shows a pre-confirmed transaction as one of the pool, until it is sealed', async () => {
    await using devnet = await client({ receipts: 'sealed' })
    const { hash } = await preconfirmed(devnet)
    const [sender] = [account(devnet, 0)]
    const nowhere = { hash, blockHash: null, blockNumber: null, transactionIndex: null }
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toBeNull()
    expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject(nowhere)
    expect(await devnet.ask('eth_getTransactionBySenderAndNonce', sender, '0x1')).toMatchObject(
      nowhere,
    )
    const { hash: blockHash } = await devnet.seal()
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ blockHash })
    expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({ blockHash })
  })

  it('leaves what is pre-confirmed to be read at pending', async () => {
    await using devnet = await client({ receipts: 'sealed' })
    const { hash, recorder } = await preconfirmed(devnet)
    const block = await devnet.ask('eth_getBlockByNumber', 'pending', false)
    expect(block.transactions).toEqual([hash])
    expect(await devnet.ask('eth_getStorageAt', recorder, '0x0', 'pending')).toBe(word(7))
    expect(await devnet.ask('eth_getBlockReceipts', 'pending')).toMatchObject([
      { transactionHash: hash },
    ])
  })
})
