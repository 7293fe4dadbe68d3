import { format } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatText } from '../../src/execution/consoleLog.ts'
import { runs } from '../support/runs.ts'

test.each([
  ['%s and %s', 'a', 'b'],
  ['%s', 'a', 'b', 'c'],
  ['%s %s', 'a'],
  ['%o %O', 'a', 'say "a"'],
  ['%o', "it's"],
  ['%j', 'a"b'],
  ['%cred', 'color: red'],
  ['%f %f', '1.5', 'none'],
  ['100% of %%', 'a'],
  ['%x %s %', 'a'],
])('%j is written as Node does it', (text, ...values) => {
  expect(formatText(text, values)).toBe(format(text, ...values))
})

test('so is any text', () => {
  const text = fc
    .array(fc.constantFrom('%', 's', 'f', 'j', 'c', 'x', ' '))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(
      text,
      fc.array(fc.stringMatching(/^[a-z0-9. ]*$/), { minLength: 1 }),
      (text, values) => {
        expect(formatText(text, values)).toBe(format(text, ...values))
      },
    ),
    runs({ seed: 23 }),
  )
})

test('numbers of any size stay exact', () => {
  expect(formatText('%d %i', [String(2n ** 256n), '-1'])).toBe(`${2n ** 256n} -1`)
})
