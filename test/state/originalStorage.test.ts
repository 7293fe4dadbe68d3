import { createZeroAddress } from '@ethereumjs/util'
import { expect, test } from 'vitest'
import { numberToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import { State } from '../../src/state/state.ts'

const address = createZeroAddress()
const slot = numberToBytes(1, 32)
const other = numberToBytes(2, 32)

test('a slot keeps the value it had when first asked for, until the transaction ends', async () => {
  const state = new State(emptyState())
  const original = () => state.originalStorageCache.get(address, slot)
  state.writeStorage(address.bytes, slot, Uint8Array.of(1))
  expect(await original()).toEqual(Uint8Array.of(1))
  state.writeStorage(address.bytes, slot, Uint8Array.of(2))
  state.writeStorage(address.bytes, other, Uint8Array.of(3))
  expect(await original()).toEqual(Uint8Array.of(1))
  expect(await state.originalStorageCache.get(address, other)).toEqual(Uint8Array.of(3))
  state.originalStorageCache.clear()
  expect(await original()).toEqual(Uint8Array.of(2))
})

test.each(['commit', 'revert'] as const)(
  'the last %s forgets them, an inner one does not',
  async (end) => {
    const state = new State(emptyState())
    const original = () => state.originalStorageCache.get(address, slot)
    await state.checkpoint()
    await state.checkpoint()
    expect(await original()).toEqual(new Uint8Array())
    await state.commit()
    state.writeStorage(address.bytes, slot, Uint8Array.of(5))
    expect(await original()).toEqual(new Uint8Array())
    await state[end]()
    state.writeStorage(address.bytes, slot, Uint8Array.of(6))
    expect(await original()).toEqual(Uint8Array.of(6))
  },
)
