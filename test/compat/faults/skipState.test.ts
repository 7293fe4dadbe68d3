import { expect, test } from 'vitest'
import { byTags, follow } from '../../extensions/networks/client.ts'
import { addressOf } from '../../support/faultClients.ts'
import { testDevnet } from '../../support/testDevnet.ts'

test('on Monad a block is not voted for: no message says so, and safe stays behind', async () => {
  await using devnet = await testDevnet({ network: 'monad', mining: 'interval' })
  await using socket = await follow(devnet, [['monadNewHeads']])
  const tags = async () => (await byTags(devnet, addressOf(devnet))).numbers
  await devnet.clock.advance(900)
  devnet.faults.inject({ kind: 'skipState', state: 'voted' })
  await devnet.clock.advance(300)
  // latest, pending, safe, finalized
  expect(await tags()).toEqual([4, 4, 2, 2])
  const moment = await devnet.snapshot()
  await devnet.clock.advance(300)
  expect(await tags()).toEqual([5, 5, 4, 3])
  const states = async (number: number) =>
    (await socket.read())
      .filter(({ result }) => Number(result.number) === number)
      .map(({ result }) => result.commitState)
  expect(await states(3)).toEqual(['Proposed', 'Finalized'])
  await devnet.revert(moment)
  expect(await tags()).toEqual([4, 4, 2, 2])
})

test('without a network the tags of its states stay behind as well', async () => {
  await using devnet = await testDevnet({ slotsInAnEpoch: 1 })
  for (let count = 0; count < 3; count++) await devnet.seal()
  devnet.faults.inject({ kind: 'skipState', state: 'finalized' })
  await devnet.seal()
  expect((await byTags(devnet, addressOf(devnet))).numbers).toEqual([4, 4, 3, 1])
  await devnet.seal()
  expect((await byTags(devnet, addressOf(devnet))).numbers).toEqual([5, 5, 4, 3])
})

test('a state that the network does not have, or that comes with the seal, is refused by name', async () => {
  await using devnet = await testDevnet({ network: 'monad' })
  for (const state of ['settled', 'proposed']) {
    expect(() => devnet.faults.inject({ kind: 'skipState', state })).toThrow(
      `no fault of kind skipState here: the state '${state}' is none of those that follow the seal: give voted, finalized, verified`,
    )
  }
})
