import { describe, expect, it } from 'vitest'
import type { Hex } from '../../../../src/lib/hex.ts'
import { account, type Client, client, missingArgument, word, zeroHash } from '../client.ts'
import { signedTransfer } from '../signing.ts'

const method = 'testing_buildBlockV1'

/** Attributes of a block eight seconds after the head. */
async function attributesFor(devnet: Client) {
  const { hash, timestamp } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
  const attributes = {
    timestamp: `0x${(BigInt(timestamp) + 8n).toString(16)}`,
    prevRandao: word(77),
    suggestedFeeRecipient: account(devnet, 3),
    withdrawals: [],
    parentBeaconBlockRoot: word(99),
  }
  return { hash: hash as Hex, attributes }
}

describe(method, () => {
  it('builds an empty block of the attributes', async () => {
    await using devnet = await client()
    await devnet.send({ to: account(devnet, 1) })
    const { hash, attributes } = await attributesFor(devnet)
    const withdrawals = [
      { index: '0x1', validatorIndex: '0x2', address: account(devnet, 4), amount: '0x3' },
    ]
    const built = await devnet.ask(method, hash, { ...attributes, withdrawals }, [], '0xbeef')
    expect(built).toMatchObject({
      executionPayload: {
        parentHash: hash,
        feeRecipient: account(devnet, 3),
        prevRandao: word(77),
        blockNumber: '0x1',
        gasUsed: '0x0',
        timestamp: attributes.timestamp,
        extraData: '0xbeef',
        baseFeePerGas: await devnet.ask('eth_baseFee'),
        transactions: [],
        withdrawals,
        blobGasUsed: '0x0',
        excessBlobGas: '0x0',
      },
      blockValue: '0x0',
      blobsBundle: { commitments: [], proofs: [], blobs: [] },
      executionRequests: [],
      shouldOverrideBuilder: false,
    })
  })

  it('builds of the given transactions in their order, of the pool when there are none', async () => {
    await using devnet = await client()
    const { hash, attributes } = await attributesFor(devnet)
    const raw = [await signedTransfer(devnet), await signedTransfer(devnet, { nonce: 1 })]
    const pooled = await signedTransfer(devnet, {}, 2)
    await devnet.ask('eth_sendRawTransaction', pooled)
    const given = await devnet.ask(method, hash, attributes, raw)
    expect(given.executionPayload).toMatchObject({ transactions: raw, gasUsed: '0xa410' })
    // Each pays a tip of 1 wei per gas.
    expect(given.blockValue).toBe('0xa410')
    for (const none of [null, undefined]) {
      const built = await devnet.ask(method, hash, attributes, none)
      expect(built.executionPayload.transactions).toEqual([pooled])
    }
  })

  it('leaves chain and pool as they were', async () => {
    await using devnet = await client()
    await devnet.send({ to: account(devnet, 1) })
    const { hash, attributes } = await attributesFor(devnet)
    const { executionPayload } = await devnet.ask(method, hash, attributes)
    expect(executionPayload.transactions).toHaveLength(1)
    expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
    expect(await devnet.ask('eth_getBlockByHash', executionPayload.blockHash, false)).toBeNull()
    expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' })
  })

  it('refuses a transaction that cannot be in the block', async () => {
    await using devnet = await client()
    const { hash, attributes } = await attributesFor(devnet)
    const early = await signedTransfer(devnet, { nonce: 41 })
    expect(await devnet.refusal(method, hash, attributes, [early])).toMatchObject({
      code: -32000,
      message: expect.stringMatching(/^nonce too high: address 0x\w+, tx: 41 state: 0$/),
    })
    expect(await devnet.refusal(method, hash, attributes, ['0x02ff'])).toMatchObject({
      code: -32000,
      message: expect.stringMatching(/^invalid transaction 0: /),
    })
  })

  it('refuses another parent than the head, and a time that has passed', async () => {
    await using devnet = await client()
    const { hash, attributes } = await attributesFor(devnet)
    expect(await devnet.refusal(method, zeroHash, attributes, [])).toEqual({
      code: -32000,
      message: 'parentHash is not current head',
    })
    const { timestamp } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect(await devnet.refusal(method, hash, { ...attributes, timestamp }, [])).toEqual({
      code: -32000,
      message: `invalid timestamp, parent ${BigInt(timestamp)} given ${BigInt(timestamp)}`,
    })
  })

  it('refuses bad parameters', async () => {
    await using devnet = await client()
    const { hash, attributes } = await attributesFor(devnet)
    expect(await devnet.refusal(method, hash)).toEqual(missingArgument(1))
    const { prevRandao: _, ...rest } = attributes
    expect(await devnet.refusal(method, hash, rest, [])).toMatchObject({ code: -32602 })
    const extra = `0x${'00'.repeat(33)}`
    expect(await devnet.refusal(method, hash, attributes, [], extra)).toMatchObject({
      code: -32602,
      message: expect.stringContaining('33 bytes, the limit is 32'),
    })
  })
})
