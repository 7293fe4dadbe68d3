import { expect, test } from 'vitest'
import { resolveOptions } from '../../../src/devnet/options/options.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { testDevnet } from '../../support/testDevnet.ts'
import { sendTransfer } from '../../support/transfers.ts'

test.each<[object, string]>([
  [{ flashblockGas: 'half' }, "invalid flashblockGas 'half': give cumulative or full"],
  [{ flashblockLeeway: 'soon' }, "invalid flashblockLeeway 'soon': give a time with its unit"],
  [
    { flashblockLeeway: '2s' },
    "invalid flashblockLeeway '2s': give less than the block time, 2000 ms",
  ],
])('%o is refused', (options, message) => {
  expect(() => resolveOptions(options)).toThrow(message)
})

/** Index of the flashblock that each of ten transfers is in; they may use a tenth of the block's gas each. */
async function placesOf(options: DevnetOptions): Promise<readonly number[]> {
  await using devnet = await testDevnet({ mining: 'flashblocks', gasLimit: 210_000, ...options })
  const places: number[] = []
  devnet.on('flashblock', ({ index, transactions }) => {
    places.push(...transactions.map(() => index))
  })
  for (let nonce = 0; nonce < 10; nonce++) await sendTransfer(devnet, { nonce })
  await devnet.clock.advance(2000)
  return places
}

test('cumulative: flashblock j of n has at most j/n of the gas', async () => {
  expect(await placesOf({})).toEqual(Array(10).fill(1))
  expect(await placesOf({ flashblockGas: 'cumulative' })).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('cumulative: a seal by request has all of the gas', async () => {
  await using devnet = await testDevnet({ flashblockGas: 'cumulative', gasLimit: 210_000 })
  for (let nonce = 0; nonce < 10; nonce++) await sendTransfer(devnet, { nonce })
  expect((await devnet.flashblock()).transactions).toHaveLength(1)
  expect((await devnet.seal()).transactions).toHaveLength(10)
})

test('with a leeway the last flashblock comes that long before the seal', async () => {
  await using devnet = await testDevnet({ mining: 'flashblocks', flashblockLeeway: 50 })
  const times: number[] = []
  const startMs = devnet.clock.now()
  devnet.on('flashblock', ({ blockNumber }) => {
    if (blockNumber === 1n) times.push(devnet.clock.now() - startMs)
  })
  const sealed = new Promise((resolve) => {
    devnet.on('block', () => resolve(devnet.clock.now() - startMs))
  })
  await devnet.clock.advance(2000)
  expect(times).toEqual([150, 350, 550, 750, 950, 1150, 1350, 1550, 1750, 1950])
  expect(await sealed).toBe(2000)
})
