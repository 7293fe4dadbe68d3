import { expect, test } from 'vitest'
import { takeReturnPoint } from '../../../src/testing/testChain/testChain.ts'
import { testDevnet } from '../../support/testDevnet.ts'

test('a chain is brought back with its cadence', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks', blockTime: '3s' })
  await devnet.clock.advance(1_000)
  const before = { cadence: devnet.cadence, now: devnet.clock.now() }
  const state = await takeReturnPoint(devnet)
  await devnet.setCadence({ mining: 'manual', blockTime: '9s', flashblockTime: 50 })
  devnet.pause()
  await devnet.seal()
  await state.restore()
  expect({ cadence: devnet.cadence, now: devnet.clock.now() }).toEqual(before)
  await devnet.clock.advance(3_000)
  expect(await devnet.provider.request({ method: 'eth_blockNumber' })).toBe('0x1')
})

test('one that was paused is paused again', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks' })
  devnet.pause()
  const state = await takeReturnPoint(devnet)
  devnet.resume()
  await state.restore()
  expect(devnet.cadence.isPaused).toBe(true)
})

test('moments lie in moments, and can be forgotten', async () => {
  await using devnet = await testDevnet()
  const outer = await takeReturnPoint(devnet)
  await devnet.seal()
  const inner = await takeReturnPoint(devnet)
  await devnet.seal()
  const unused = await takeReturnPoint(devnet)
  await devnet.seal()
  unused.forget()
  expect(await devnet.provider.request({ method: 'eth_blockNumber' })).toBe('0x3')
  await inner.restore()
  expect(await devnet.provider.request({ method: 'eth_blockNumber' })).toBe('0x1')
  await outer.restore()
  expect(await devnet.provider.request({ method: 'eth_blockNumber' })).toBe('0x0')
})
