import { expect, test } from 'vitest'
import { glob } from '../../scripts/conformance/glob.ts'

test.each([
  ['**', 'eth_call/reverts', true],
  ['eth_call', 'eth_call/reverts', true],
  ['eth_call/', 'eth_call/reverts', true],
  ['eth_call', 'eth_callMany/reverts', false],
  ['eth_c*', 'eth_call/reverts', true],
  ['eth_*/rev*', 'eth_call/reverts', true],
  ['eth_*', 'net_version/number', false],
  ['*', 'eth_call/reverts', true],
  ['*/reverts', 'eth_call/reverts', true],
  ['eth_call/reverts.io', 'eth_call/reverts', true],
  ['eth_call/revert?', 'eth_call/reverts', true],
  ['eth?call/**', 'eth/call/reverts', false],
  ['**/reverts', 'eth/call/reverts', true],
  ['eth.call', 'eth_call/reverts', false],
])('%s on %s: %s', (pattern, path, matches) => {
  expect(glob(pattern)(path)).toBe(matches)
})
