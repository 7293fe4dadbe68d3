import { describe, expect, it } from 'vitest'
import { account, type Client, client, listen, missingArgument, word } from '../client.ts'
import { signedTransfer } from '../signing.ts'

const method = 'testing_commitBlockV1'

/** Attributes of a block eight seconds after the head. */
async function attributesFor(devnet: Client) {
  const { timestamp } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
  return {
    timestamp: `0x${(BigInt(timestamp) + 8n).toString(16)}`,
    prevRandao: word(77),
    suggestedFeeRecipient: account(devnet, 3),
    withdrawals: [],
    parentBeaconBlockRoot: word(99),
  }
}

describe(method, () => {
  it('makes the block that testing_buildBlockV1 builds the head', async () => {
    await using devnet = await client()
    const { results } = await listen(devnet, 'newHeads')
    const attributes = await attributesFor(devnet)
    const raw = [await signedTransfer(devnet)]
    const { hash: parent } = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    const { executionPayload } = await devnet.ask(
      ...(['testing_buildBlockV1', parent, attributes, raw, '0xbeef'] as const),
    )
    const hash = await devnet.ask(method, attributes, raw, '0xbeef')
    expect(hash).toBe(executionPayload.blockHash)
    const head = await devnet.ask('eth_getBlockByNumber', 'latest', false)
    expect(head).toMatchObject({
      hash,
      miner: account(devnet, 3),
      extraData: '0xbeef',
      mixHash: word(77),
      timestamp: attributes.timestamp,
    })
    const receipt = await devnet.ask('eth_getTransactionReceipt', head.transactions[0])
    expect(receipt).toMatchObject({ blockHash: hash, status: '0x1' })
    expect(results.map((pushed: { hash: string }) => pushed.hash)).toEqual([hash])
  })

  it('goes on from there, block after block', async () => {
    await using devnet = await client()
    await devnet.ask(method, await attributesFor(devnet), [])
    await devnet.ask(method, await attributesFor(devnet), [])
    const { hash } = await devnet.seal()
    expect(await devnet.ask('eth_getBlockByNumber', '0x3', false)).toMatchObject({ hash })
  })

  it('takes what the pool holds when nothing is given', async () => {
    await using devnet = await client()
    const hash = await devnet.send({ to: account(devnet, 1) })
    await devnet.ask(method, await attributesFor(devnet))
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
    expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' })
  })

  it('puts pre-confirmed transactions that are not in it back into the pool', async () => {
    await using devnet = await client()
    const to = account(devnet, 1)
    const hash = await devnet.send({ to })
    await devnet.flashblock()
    await devnet.ask(method, await attributesFor(devnet), [])
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toBeNull()
    expect(await devnet.ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' })
    await devnet.seal()
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: '0x2',
    })
  })

  it('changes nothing when a transaction cannot be in the block', async () => {
    await using devnet = await client()
    const early = await signedTransfer(devnet, { nonce: 41 })
    const attributes = await attributesFor(devnet)
    expect(await devnet.refusal(method, attributes, [early])).toMatchObject({ code: -32000 })
    expect(await devnet.ask('eth_blockNumber')).toBe('0x0')
    expect(await devnet.refusal(method)).toEqual(missingArgument(0))
  })
})
