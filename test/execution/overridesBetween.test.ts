import { expect, it } from 'vitest'
import { overridesBetween } from '../../src/execution/overrides.ts'
import { numberToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'

const address = (value: number) => numberToBytes(value, 20)
const word = (value: number) => numberToBytes(value, 32)

it('tells the accounts that differ, whole, and the slots of theirs that differ', () => {
  const before = emptyState().fork()
  before.writeAccount(address(1), { balance: 1n })
  before.writeAccount(address(2), { balance: 2n, nonce: 1n })
  before.writeCode(address(2), Uint8Array.of(0))
  before.writeStorage(address(2), word(1), word(1))
  before.writeStorage(address(2), word(2), word(2))
  const from = before.tree()
  const after = from.fork()
  after.writeAccount(address(2), { balance: 3n })
  after.writeStorage(address(2), word(2), word(0))
  after.writeStorage(address(2), word(3), word(3))
  const overrides = overridesBetween(from, after.tree())
  expect(overrides).toEqual([
    {
      address: address(2),
      balance: 3n,
      nonce: 1n,
      code: Uint8Array.of(0),
      stateDiff: expect.arrayContaining([
        [word(2), word(0)],
        [word(3), word(3)],
      ]),
    },
  ])
  expect(overrides[0]?.stateDiff).toHaveLength(2)
})

it('makes an account that is gone one with nothing on it', () => {
  const before = emptyState().fork()
  before.writeAccount(address(1), { balance: 1n, nonce: 1n })
  const empty = { balance: 0n, nonce: 0n, code: new Uint8Array(), stateDiff: [] }
  expect(overridesBetween(before.tree(), emptyState())).toEqual([{ address: address(1), ...empty }])
})

it('tells nothing of equal states', () => {
  expect(overridesBetween(emptyState(), emptyState())).toEqual([])
})
