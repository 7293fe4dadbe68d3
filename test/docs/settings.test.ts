import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('a node that pushes heads at each flashblock, with hashes, and shows sealed receipts only', async () => {
  await using devnet = await createDevnet({
    mining: 'manual',
    newHeads: 'flashblocks',
    pendingHash: 'real',
    receipts: 'sealed',
  })
  const request = (method: string, ...params: unknown[]) =>
    devnet.provider.request({ method, params })
  const heads: { number: string; hash: string }[] = []
  devnet.provider.on('message', ({ data }) => heads.push(data.result as (typeof heads)[number]))
  await request('eth_subscribe', 'newHeads')
  const hash = await request('eth_sendTransaction', { from: alice, to: alice })

  await devnet.flashblock()
  expect(heads.map(({ number }) => number)).toEqual(['0x1', '0x1'])
  const pending = await request('eth_getBlockByNumber', '0x1', false)
  expect(pending).toMatchObject({ hash: heads[1]?.hash, transactions: [hash] })
  expect(await request('eth_getTransactionReceipt', hash)).toBeNull()

  await devnet.seal()
  expect(await request('eth_getTransactionReceipt', hash)).toMatchObject({
    blockHash: heads[2]?.hash,
  })
})
