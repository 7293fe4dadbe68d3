import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
// Deploys a contract that makes an empty log whenever it is called.
const deployment = { from: alice, data: '0x6460006000a06000526005601bf3' }

test('messages come in one order, and their state can be read', async () => {
  await using devnet = await createDevnet({ mining: 'manual' })
  const { provider } = devnet
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params })

  const hash = await request('eth_sendTransaction', deployment)
  await devnet.seal()
  const { contractAddress } = await request('eth_getTransactionReceipt', hash)

  const kinds = new Map<string, string>()
  for (const kind of [
    'newPendingTransactions',
    'newFlashblockTransactions',
    'pendingLogs',
    'newFlashblocks',
    'newHeads',
    'logs',
    'transactionReceipts',
  ]) {
    kinds.set(await request('eth_subscribe', kind), kind)
  }
  const received: (string | undefined)[] = []
  let read: Promise<unknown> | undefined
  provider.on('message', ({ data }) => {
    const kind = kinds.get(data.subscription)
    received.push(kind)
    if (kind === 'newFlashblockTransactions')
      read = request('eth_getTransactionReceipt', data.result)
  })

  const sent = await request('eth_sendTransaction', { from: alice, to: contractAddress })
  await devnet.flashblock()
  await devnet.seal()
  expect(received).toEqual([
    'newPendingTransactions',
    'newFlashblocks', // 0, which opens the block
    'newFlashblockTransactions',
    'pendingLogs',
    'newFlashblocks', // 1
    'newHeads',
    'logs',
    'transactionReceipts',
  ])
  expect(await read).toMatchObject({ transactionHash: sent, blockNumber: '0x2' })
})
