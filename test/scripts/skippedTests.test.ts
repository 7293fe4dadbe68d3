import { expect, test } from 'vitest'
import { skippedTests } from '../../scripts/testReport/skipped.ts'
import { titled } from '../support/skips.ts'

test('skipped tests are named by the reason that they or their group give', () => {
  const assertionResults = [
    { ancestorTitles: [], title: 'runs', status: 'passed' },
    { ancestorTitles: ['group'], title: titled('loads', 'no Anvil'), status: 'skipped' },
    { ancestorTitles: [titled('others', 'no Anvil')], title: 'dumps', status: 'pending' },
    { ancestorTitles: [], title: titled('reads', undefined), status: 'todo' },
  ]
  expect(skippedTests({ testResults: [{ assertionResults }] })).toEqual([
    { reason: 'no Anvil', tests: ['group > loads', 'others > dumps'] },
    { reason: undefined, tests: ['reads'] },
  ])
})
