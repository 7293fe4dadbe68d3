import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('viem gets events in process', async () => {
  await using devnet = await createDevnet({ mining: 'manual' })
  const { publicClient, walletClient } = await devnet.clients()
  const numbers: bigint[] = []
  publicClient.watchBlockNumber({ onBlockNumber: (number) => numbers.push(number) })

  const hash = await walletClient.sendTransaction({ to: bob, value: 1n })
  const receipt = publicClient.waitForTransactionReceipt({ hash })
  await devnet.flashblock()
  expect(await receipt).toMatchObject({ status: 'success', blockNumber: 1n })

  await devnet.seal()
  expect(numbers).toEqual([1n])
})
