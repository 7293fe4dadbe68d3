import { expect, test } from 'vitest'
import { suggest } from '../../src/lib/suggest.ts'

const candidates = ['port', 'host', 'block-time', 'flashblock-time', 'mining', 'chain-id']

test.each([
  ['prot', 'port'],
  ['hots', 'host'],
  ['Port', 'port'],
  ['blok-time', 'block-time'],
  ['chainid', 'chain-id'],
  ['flash', 'flashblock-time'],
  ['minning', 'mining'],
])('%s was probably %s', (typed, meant) => {
  expect(suggest(typed, candidates)).toBe(meant)
})

test.each(['fork-url', 'x', ''])('%j is like none of them', (typed) => {
  expect(suggest(typed, candidates)).toBeUndefined()
})
