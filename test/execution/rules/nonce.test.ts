import { expect, test } from 'vitest'
import { maxNonce, nonceProblem } from '../../../src/execution/rules/sender.ts'

test('the next nonce of an account is the one that it has', () => {
  expect([4n, 5n, 6n].map((nonce) => nonceProblem(nonce, 5n))).toEqual([
    'tooLow',
    undefined,
    'tooHigh',
  ])
})

test('nothing is sent with the highest nonce there is', () => {
  expect(nonceProblem(maxNonce - 1n, maxNonce - 1n)).toBeUndefined()
  expect(nonceProblem(maxNonce, maxNonce)).toBe('atMaximum')
  expect(nonceProblem(maxNonce, 0n)).toBe('tooHigh')
})
