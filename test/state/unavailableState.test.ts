import { expect, test } from 'vitest'
import { StateUnavailableError, unavailableState } from '../../src/state/unavailableState.ts'

test('whatever is asked of a state that is not there says that it is not', () => {
  const state = unavailableState(7n)
  const address = new Uint8Array(20)
  const questions = [
    () => state.root(),
    () => state.account(address),
    () => state.code(address),
    () => state.storage(address, new Uint8Array(32)),
    () => state.proof(address, []),
    () => state.accounts(),
    () => state.slots(address),
    () => state.changedSince(state),
    () => state.fork(),
  ]
  for (const ask of questions) {
    expect(ask).toThrow(StateUnavailableError)
    expect(ask).toThrow('historical state of block 7 is not available')
  }
})
