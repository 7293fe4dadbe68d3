import { expect, test } from 'vitest'
import { Tally } from '../../../scripts/vectors/tally.ts'

test('failures are named, and what was left out is counted by its reason', () => {
  const tally = new Tally('vectors')
  tally.add('a.json', [
    { name: 'one', kind: 'passed' },
    { name: 'two', kind: 'failed', reason: 'wrong head' },
  ])
  tally.add('prague/eip7002_x/b.json', [
    { name: 'three', kind: 'leftOut', reason: 'network London' },
    { name: 'four', kind: 'leftOut', reason: 'network Berlin' },
    { name: 'five', kind: 'leftOut', reason: 'network London' },
  ])
  expect(tally.report()).toBe(
    [
      'failed: a.json: two: wrong head',
      'EIP-7002: 0 passed, 0 failed, 3 left out',
      'left out: 1, network Berlin',
      'left out: 2, network London',
      'vectors: 1 passed, 1 failed, 3 left out',
    ].join('\n'),
  )
})
