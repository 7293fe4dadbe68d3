import { expect, test } from 'vitest'
import { exitOf, failureOf } from '../../../src/files/anvil/anvilAccounts.ts'

const nothing = new Uint8Array()

test('what ends an execution has a name of Anvil, and comes back from it', () => {
  for (const failure of ['revert', 'out of gas', 'invalid opcode', 'stack underflow']) {
    expect(failureOf(exitOf(failure, nothing))).toBe(failure)
  }
  expect(exitOf(undefined, nothing)).toBe('Stop')
  expect(exitOf(undefined, Uint8Array.of(1))).toBe('Return')
  expect(exitOf('invalid JUMP at 5', nothing)).toBe('InvalidJump')
})

test('names that nobody here knows make do', () => {
  expect(failureOf('NonceOverflow')).toBe('nonce overflow')
  expect(exitOf('point not on curve', nothing)).toBe('PrecompileError')
})
