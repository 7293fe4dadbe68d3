import { expect, test } from 'vitest'
import { KeptSlots } from '../../../src/wasm/precompiles/precompiles.ts'

const bytes = (number: number) => Uint8Array.of(number)

test('what comes for the second time gets a slot, and is new until it is settled', () => {
  const kept = new KeptSlots(2)
  expect(kept.of(bytes(1))).toEqual({ slot: -1, isNew: true })
  expect(kept.of(bytes(1))).toEqual({ slot: 0, isNew: true })
  expect(kept.of(bytes(1))).toEqual({ slot: 0, isNew: true })
  kept.settle(true)
  expect(kept.of(bytes(1))).toEqual({ slot: 0, isNew: false })
})

test('what could not be computed has to come again', () => {
  const kept = new KeptSlots(2)
  for (let time = 0; time < 2; time++) kept.of(bytes(1))
  kept.settle(false)
  expect(kept.of(bytes(1))).toEqual({ slot: -1, isNew: true })
  expect(kept.of(bytes(1))).toEqual({ slot: 0, isNew: true })
})

test('the slot that was used longest ago is taken when none is free', () => {
  const kept = new KeptSlots(2)
  for (const number of [1, 1, 2, 2]) kept.of(bytes(number))
  kept.settle(true)
  kept.of(bytes(1))
  kept.of(bytes(3))
  expect(kept.of(bytes(3))).toEqual({ slot: 1, isNew: true })
  kept.settle(true)
  expect(kept.of(bytes(1))).toEqual({ slot: 0, isNew: false })
  expect(kept.of(bytes(2))).toEqual({ slot: -1, isNew: true })
})

test('inputs that came once are forgotten after many others', () => {
  const kept = new KeptSlots(2)
  for (let number = 0; number < 300; number++) kept.of(Uint8Array.of(number >> 8, number))
  expect(kept.of(Uint8Array.of(0, 0))).toEqual({ slot: -1, isNew: true })
})
