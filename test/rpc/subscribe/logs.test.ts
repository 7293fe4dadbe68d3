import { expect, it } from 'vitest'
import { client, deployRecorder, listen, word } from '../methods/client.ts'

it('pushes matching logs of sealed blocks', async () => {
  await using devnet = await client()
  const recorder = await deployRecorder(devnet)
  const all = await listen(devnet, 'logs')
  const some = await listen(devnet, 'logs', { address: recorder, topics: [word(2)] })
  for (const value of [1, 2]) await devnet.send({ to: recorder, data: word(value) })
  await devnet.flashblock()
  expect(all.results).toEqual([])
  await devnet.seal()
  expect(all.results).toEqual(await devnet.ask('eth_getLogs', {}))
  expect(some.results).toEqual([all.results[1]])
})
