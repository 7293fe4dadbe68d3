import { expect, test } from 'vitest'
import { suggest } from '../../src/lib/text.ts'

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

test('case does not count in candidates either', () => {
  expect(suggest('eth_getblockbynumber', ['eth_getBlockByNumber'])).toBe('eth_getBlockByNumber')
})

test('words that are much alike can be held to fewer wrong letters', () => {
  expect(suggest('eth_getWork', ['eth_getLogs'])).toBe('eth_getLogs')
  expect(suggest('eth_getWork', ['eth_getLogs'], 6)).toBeUndefined()
})

test.each(['fork-url', 'x', '', `minin${'g'.repeat(1_000_000)}`])(
  '%j is like none of them',
  (typed) => {
    expect(suggest(typed, candidates)).toBeUndefined()
  },
)
