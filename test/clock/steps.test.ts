import { expect, test } from 'vitest'
import { finish, finishInTurns, type Steps } from '../../src/clock/pace.ts'

function* counted(done: number[]): Steps<string> {
  for (let step = 0; step < 3; step++) {
    done.push(step)
    yield
  }
  return 'made'
}

test('all steps at once', () => {
  const done: number[] = []
  expect(finish(counted(done))).toBe('made')
  expect(done).toEqual([0, 1, 2])
})

test('in turns: others go on where there is a turn to wait for', async () => {
  const done: number[] = []
  const turns: number[] = []
  const result = finishInTurns(counted(done), () => {
    turns.push(done.length)
    return done.length === 2 ? Promise.resolve() : undefined
  })
  expect(done).toEqual([0, 1])
  expect(await result).toBe('made')
  expect(turns).toEqual([1, 2, 3])
})
