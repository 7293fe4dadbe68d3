import { describe, expect, it } from 'vitest'
import { account, client, invalidArgument, missingArgument, twoSteps, zeroHash } from '../client.ts'

describe('eth_getBlockByNumber', () => {
  it('finds a sealed block by tag and number', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    for (const block of ['latest', '0x1']) {
      const { transactions, ...header } = await devnet.ask('eth_getBlockByNumber', block, false)
      expect(header).toMatchObject({ hash, number: '0x1' })
      expect(transactions).toHaveLength(3)
    }
    for (const block of ['earliest', 'safe', 'finalized', '0x0']) {
      expect(await devnet.ask('eth_getBlockByNumber', block, false)).toMatchObject({
        number: '0x0',
        transactions: [],
      })
    }
  })

  it('shows the pre-confirmed block at pending, and not yet by its number', async () => {
    await using devnet = await client()
    const { hash } = await twoSteps(devnet)
    const pending = await devnet.ask('eth_getBlockByNumber', 'pending', true)
    expect(pending).toMatchObject({
      hash: zeroHash,
      number: '0x2',
      parentHash: hash,
      nonce: '0x0000000000000000',
      stateRoot: zeroHash,
    })
    expect(pending.transactions).toMatchObject([
      { blockHash: null, blockNumber: '0x2', transactionIndex: '0x0' },
      { blockHash: null, blockNumber: '0x2', transactionIndex: '0x1' },
    ])
    expect(await devnet.ask('eth_getBlockByNumber', '0x2', true)).toBeNull()
  })

  it('shows the newest block at pending while none is open', async () => {
    await using devnet = await client()
    await devnet.send({ to: account(devnet, 1) })
    expect(await devnet.ask('eth_getBlockByNumber', 'pending', false)).toEqual(
      await devnet.ask('eth_getBlockByNumber', 'latest', false),
    )
  })

  it('shows at pending what the pool would make, without flashblocks', async () => {
    await using devnet = await client({ mining: 'interval' })
    const hash = await devnet.send({ to: account(devnet, 1) })
    expect(await devnet.ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({
      number: '0x1',
      transactions: [hash],
    })
    expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
  })

  it('has every field of the newest hardfork', async () => {
    await using devnet = await client()
    expect(Object.keys(await devnet.ask('eth_getBlockByNumber', 'latest', false)).sort()).toEqual([
      'baseFeePerGas',
      'blobGasUsed',
      'difficulty',
      'excessBlobGas',
      'extraData',
      'gasLimit',
      'gasUsed',
      'hash',
      'logsBloom',
      'miner',
      'mixHash',
      'nonce',
      'number',
      'parentBeaconBlockRoot',
      'parentHash',
      'receiptsRoot',
      'requestsHash',
      'sha3Uncles',
      'size',
      'stateRoot',
      'timestamp',
      'transactions',
      'transactionsRoot',
      'uncles',
      'withdrawals',
      'withdrawalsRoot',
    ])
  })

  it('is null for a block that is not there', async () => {
    await using devnet = await client()
    expect(await devnet.ask('eth_getBlockByNumber', '0x3e8', true)).toBeNull()
  })

  it('refuses parameters that are none', async () => {
    await using devnet = await client()
    const ask = (...params: unknown[]) => devnet.refusal('eth_getBlockByNumber', ...params)
    expect(await ask()).toEqual(missingArgument(0))
    expect(await ask('latest')).toEqual(missingArgument(1))
    expect(await ask('2', true)).toEqual(
      invalidArgument(
        0,
        'hex string without 0x prefix and none of latest, pending, safe, finalized, earliest, got "2"',
      ),
    )
    expect(await ask('latest', 'yes')).toEqual(invalidArgument(1, 'expected a boolean, got "yes"'))
  })
})
