import { expect, it } from 'vitest'
import { client, deployRecorder, missingArgument, word } from '../client.ts'

it('searches the chain for all that the filter asks for', async () => {
  await using devnet = await client()
  const recorder = await deployRecorder(devnet)
  for (const value of [1, 2]) {
    await devnet.send({ to: recorder, data: word(value) })
    await devnet.seal()
  }
  const filter = { fromBlock: '0x0', address: recorder }
  const id = await devnet.ask('eth_newFilter', filter)
  expect(await devnet.ask('eth_getFilterLogs', id)).toEqual(await devnet.ask('eth_getLogs', filter))
  expect(await devnet.ask('eth_getFilterLogs', id)).toHaveLength(2)
})

it('refuses filters of other kinds, and those that are not there', async () => {
  await using devnet = await client()
  const notFound = { code: -32000, message: 'filter not found' }
  const id = await devnet.ask('eth_newBlockFilter')
  expect(await devnet.refusal('eth_getFilterLogs', id)).toEqual(notFound)
  expect(await devnet.refusal('eth_getFilterLogs', '0x99')).toEqual(notFound)
  expect(await devnet.refusal('eth_getFilterLogs')).toEqual(missingArgument(0))
})
