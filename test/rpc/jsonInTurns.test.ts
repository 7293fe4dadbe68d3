import { expect, test } from 'vitest'
import { joinedTexts, jsonInTurns, listTexts } from '../../src/rpc/jsonText.ts'

test('lists and lists of lists are the JSON of their items', () => {
  const double = (item: number) => ({ twice: 2 * item })
  const text = (items: readonly number[]) => [...listTexts(items, double)].join('')
  expect([text([]), text([1]), text([1, 2])]).toEqual([
    '[]',
    '[{"twice":2}]',
    '[{"twice":2},{"twice":4}]',
  ])
  expect([...joinedTexts([])].join('')).toBe('[]')
  expect([...joinedTexts([['1'], listTexts([2, 3], double)])].join('')).toBe(
    '[1,[{"twice":4},{"twice":6}]]',
  )
})

test('others get their turn each time that writing has taken five milliseconds', async () => {
  let nowMs = 0
  let turns = 0
  const clock = {
    realMs: () => nowMs,
    yield: async () => {
      turns++
    },
  }
  function* slowly() {
    for (let item = 0; item < 100; item++) {
      nowMs += 4
      yield 'x'
    }
  }
  expect((await jsonInTurns(clock, slowly())).text).toBe('x'.repeat(100))
  // After each second text.
  expect(turns).toBe(50)
})
