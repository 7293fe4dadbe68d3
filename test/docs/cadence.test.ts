import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

test('the cadence is held, stepped through and changed', async () => {
  await using devnet = await createDevnet({ clock: 'manual' })
  const indexes: number[] = []
  devnet.on('flashblock', ({ index }) => indexes.push(index))

  await devnet.clock.advance(250)
  devnet.pause()
  await devnet.clock.advance(60_000)
  expect(indexes).toEqual([1])

  await devnet.flashblock() // by hand, whether paused or not
  expect(indexes).toEqual([1, 2])

  devnet.resume() // 50 ms of the tick had passed
  await devnet.clock.advance(150)
  expect(indexes).toEqual([1, 2, 3])

  await devnet.setCadence({ flashblockTime: '50ms' })
  await devnet.clock.advance(100)
  expect(indexes).toEqual([1, 2, 3, 4, 5])
  expect(devnet.cadence).toEqual({
    mining: 'flashblocks',
    blockMs: 2000,
    flashblockMs: 50,
    isPaused: false,
  })
})
