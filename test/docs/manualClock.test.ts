import { createDevnet } from 'preconf'
import { expect, test } from 'vitest'

test('time is moved by hand, and blocks come as they fall due', async () => {
  await using devnet = await createDevnet({ clock: 'manual' })
  const made: string[] = []
  devnet.on('flashblock', ({ blockNumber, index }) => made.push(`${blockNumber}.${index}`))
  devnet.on('block', ({ number }) => made.push(`sealed ${number}`))

  await devnet.clock.advance(600)
  expect(made).toEqual(['1.1', '1.2', '1.3'])

  await devnet.clock.advance(1400)
  expect(made.slice(-3)).toEqual(['1.10', 'sealed 1', '2.0'])
  expect(devnet.clock.now()).toBe(Date.parse('2026-01-01T00:00:02Z'))
})
