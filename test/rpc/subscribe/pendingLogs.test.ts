import { expect, it } from 'vitest'
import { client, deployRecorder, listen, word, zeroHash } from '../methods/client.ts'

it('pushes the logs that each flashblock adds', async () => {
  await using devnet = await client()
  const recorder = await deployRecorder(devnet)
  const all = await listen(devnet, 'pendingLogs')
  const some = await listen(devnet, 'pendingLogs', { topics: [word(2)] })
  for (const value of [1, 2]) {
    await devnet.send({ to: recorder, data: word(value) })
    await devnet.flashblock()
  }
  expect(all.results).toMatchObject([
    { data: word(1), blockHash: zeroHash, blockNumber: '0x2', logIndex: '0x0', removed: false },
    { data: word(2), blockHash: zeroHash, blockNumber: '0x2', logIndex: '0x1', removed: false },
  ])
  expect(some.results).toEqual([all.results[1]])
  await devnet.seal()
  expect(all.results).toHaveLength(2)
})
