import { expect, test } from 'vitest'
import { createClock } from '../../src/clock/clock.ts'

test('what is to follow an event soon comes before timers of the same time', async () => {
  const clock = createClock({ mode: 'manual' })
  const fired: string[] = []
  const soon = (name: string) =>
    clock.soon(async () => {
      await clock.yield()
      fired.push(`${name}@${clock.elapsed()}`)
    })
  clock.schedule(100, () => {
    soon('first')
    soon('second')
    fired.push('event')
  })
  clock.schedule(100, () => {
    fired.push(`timer@${clock.elapsed()}`)
  })
  await clock.advance(200)
  expect(fired).toEqual(['event', 'first@100', 'second@100', 'timer@100'])
  // Time stands still now, and goes on after it.
  soon('third')
  await clock.advance(100)
  expect(fired.slice(4)).toEqual(['third@200'])
  clock.close()
  soon('never')
  await clock.advance(100)
  expect(fired).toHaveLength(5)
})
