import { expect, it } from 'vitest'
import { client, deployRecorder, listen, word } from '../methods/client.ts'

it('pushes the transactions that each flashblock adds, as hashes or whole with logs', async () => {
  await using devnet = await client()
  const recorder = await deployRecorder(devnet)
  const hashes = await listen(devnet, 'newFlashblockTransactions')
  const full = await listen(devnet, 'newFlashblockTransactions', true)
  const first = await devnet.send({ to: recorder, data: word(1) })
  await devnet.flashblock()
  const second = await devnet.send({ to: recorder, data: word(2) })
  await devnet.flashblock()
  expect(hashes.results).toEqual([first, second])
  const expected = []
  for (const hash of [first, second]) {
    const { logs } = await devnet.ask('eth_getTransactionReceipt', hash)
    expect(logs).toHaveLength(1)
    expected.push({ ...(await devnet.ask('eth_getTransactionByHash', hash)), logs })
  }
  expect(full.results).toEqual(expected)
})
