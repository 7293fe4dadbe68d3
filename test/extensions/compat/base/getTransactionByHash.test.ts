import { expect, it } from 'vitest'
import { account, client } from '../../../rpc/methods/client.ts'

it.each([
  [undefined, { blockNumber: '0x1', transactionIndex: '0x0' }],
  ['base', { blockNumber: null, transactionIndex: null, blockTimestamp: null }],
] as const)(
  'eth_getTransactionByHash with compat %s places a pre-confirmed transaction at %j',
  async (compat, place) => {
    await using devnet = await client({ compat })
    const hash = await devnet.send({ to: account(devnet, 1), value: '0x1' })
    const pooled = await devnet.ask('eth_getTransactionByHash', hash)
    await devnet.flashblock()
    const preconfirmed = await devnet.ask('eth_getTransactionByHash', hash)
    expect(preconfirmed).toMatchObject({ hash, blockHash: null, ...place })
    if (compat === 'base') expect(preconfirmed).toEqual(pooled)
    expect(await devnet.ask('eth_getTransactionReceipt', hash)).toMatchObject({
      blockNumber: '0x1',
    })
    const { hash: blockHash } = await devnet.seal()
    expect(await devnet.ask('eth_getTransactionByHash', hash)).toMatchObject({
      blockHash,
      blockNumber: '0x1',
    })
  },
)
