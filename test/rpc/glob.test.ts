import { expect, it } from 'vitest'
import { matchesGlob } from '../../src/rpc/suggestMethod.ts'

it.each([
  ['eth_call', 'eth_call', true],
  ['eth_call', 'eth_callMany', false],
  ['eth_call', 'xeth_call', false],
  ['eth_*', 'eth_call', true],
  ['eth_*', 'eth_', true],
  ['eth_*', 'net_version', false],
  ['*Receipt', 'eth_getTransactionReceipt', true],
  ['*Receipt', 'eth_getBlockReceipts', false],
  ['eth_get*By*', 'eth_getBlockByNumber', true],
  ['eth_get*By*', 'eth_getBalance', false],
  ['*', 'anything', true],
  ['**', '', true],
  ['a*a', 'a', false],
  ['a*b*b', 'ab', false],
  ['a*b*b', 'abb', true],
  ['eth.call', 'eth_call', false],
  ['ETH_*', 'eth_call', false],
])('%s fits %s: %s', (pattern, name, fits) => {
  expect(matchesGlob(pattern, name)).toBe(fits)
})

it('is quick for a pattern made to be slow', () => {
  expect(matchesGlob('*a'.repeat(1_000), 'a'.repeat(2_000))).toBe(true)
  expect(matchesGlob(`${'*a'.repeat(1_000)}b`, 'a'.repeat(2_000))).toBe(false)
})
