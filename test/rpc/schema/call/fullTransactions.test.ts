import { expect, it } from 'vitest'
import { fullTransactions } from '../../../../src/rpc/schema/blockRequests.ts'
import { invalid, parse, refusal } from '../parsing.ts'

it.each([
  [true, true],
  [false, false],
  [{ includeTransactions: true }, true],
  [{ includeTransactions: false }, false],
  [{}, false],
])('reads %j', (value, full) => {
  expect(parse(fullTransactions, value)).toBe(full)
})

it.each([
  ['true', 'expected a boolean or an object, got "true"'],
  [{ includeTransactions: 1 }, 'includeTransactions: expected a boolean, got 1'],
])('refuses %j', (value, problem) => {
  expect(refusal(fullTransactions, value)).toEqual(invalid(problem))
})
