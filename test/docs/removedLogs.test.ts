import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
// Deploys a contract that makes an empty log whenever it is called.
const deployment = { from: alice, data: '0x6460006000a06000526005601bf3' }

test('logs of a block that is gone come again as removed', async () => {
  await using devnet = await createDevnet({ mining: 'manual' })
  const { provider } = devnet
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params })
  const deployed = await request('eth_sendTransaction', deployment)
  await devnet.seal()
  const { contractAddress } = await request('eth_getTransactionReceipt', deployed)
  await request('eth_subscribe', 'logs', { address: contractAddress })
  const logs: unknown[] = []
  provider.on('message', ({ data }) => logs.push(data.result))

  const hash = await request('eth_sendTransaction', { from: alice, to: contractAddress })
  const { hash: blockHash } = await devnet.seal()
  await devnet.rollback({ requeue: true })

  expect(logs).toMatchObject([
    { transactionHash: hash, blockHash, removed: false },
    { transactionHash: hash, blockHash, removed: true },
  ])
  expect(devnet.transaction(hash)).toMatchObject({ status: 'pooled' })
})
