import { expect, test } from 'vitest'
import { differences, summary, table } from '../../scripts/conformance/report.ts'

const outcomes = [
  { name: 'eth_call/plain', group: 'eth_call', failures: [], slowestMs: 12.4 },
  {
    name: 'eth_call/reverts',
    group: 'eth_call',
    failures: ['error.code: expected 3, got -32000'],
    slowestMs: 80.6,
  },
  {
    name: 'net_version/number',
    group: 'net_version',
    failures: Array.from({ length: 12 }, (_, index) => `result[${index}]: wrong`),
    slowestMs: 3,
  },
]

test('the table has a line for each method', () => {
  expect(table(outcomes)).toBe(
    [
      'method          passed  slowest ms',
      'eth_call           1/2          81',
      'net_version        0/1           3',
    ].join('\n'),
  )
})

test('differences are listed by case, ten at most', () => {
  expect(differences(outcomes)).toBe(
    [
      'eth_call/reverts',
      '  error.code: expected 3, got -32000',
      '',
      'net_version/number',
      ...Array.from({ length: 10 }, (_, index) => `  result[${index}]: wrong`),
      '  and 2 more',
    ].join('\n'),
  )
})

test('the summary counts cases', () => {
  expect(summary(outcomes)).toBe('1 passed, 2 failed')
  expect(summary([])).toBe('0 passed, 0 failed')
})
