import { expect, test } from 'vitest'
import { numberToBytes } from '../../src/lib/hex.ts'
import { hashedSoon, hashInTurns } from '../../src/state/hashInTurns.ts'
import { emptyState } from '../../src/state/persistentState.ts'

function stateOf(accounts: number) {
  const state = emptyState().fork()
  for (let index = 0; index < accounts; index++) {
    state.writeAccount(numberToBytes(index + 1, 20), { balance: BigInt(index) })
  }
  return state.tree()
}

test('a state is hashed in turns, and who needs its root can wait for that', async () => {
  const state = stateOf(2_000)
  expect(hashedSoon(state)).toBeUndefined()
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  void hashInTurns(state)
  await hashedSoon(state)
  isOver = true
  expect(turns).toBeGreaterThan(5)
  expect(hashedSoon(state)).toBeUndefined()
  expect(state.root()).toEqual(stateOf(2_000).root())
})
