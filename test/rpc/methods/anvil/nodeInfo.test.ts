import { expect, it } from 'vitest'
import { client } from '../client.ts'

it('tells what forge and hardhat-viem look for', async () => {
  await using devnet = await client({ hardfork: 'prague', order: 'fifo', chainId: 5 })
  const { hash, timestamp } = await devnet.seal()
  expect(await devnet.ask('anvil_nodeInfo')).toEqual({
    currentBlockNumber: '0x1',
    currentBlockTimestamp: Number(timestamp),
    currentBlockHash: hash,
    hardFork: 'prague',
    transactionOrder: 'fifo',
    environment: {
      baseFee: '0x2da282a8',
      chainId: 5,
      gasLimit: '0x1c9c380',
      gasPrice: '0x693d4ca8',
    },
    forkConfig: { forkUrl: null, forkBlockNumber: null, forkRetryBackoff: null },
    network: null,
  })
})
