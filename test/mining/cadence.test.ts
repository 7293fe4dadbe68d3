import { expect, it } from 'vitest'
import { type Cadence, checkCadence, InvalidCadenceError } from '../../src/mining/turns.ts'

it.each<Cadence>([
  { kind: 'flashblocks', flashblockMs: 200, blockMs: 2000 },
  { kind: 'flashblocks', flashblockMs: 1, blockMs: 1 },
  { kind: 'flashblocks', flashblockMs: 5000, blockMs: 2000 },
  { kind: 'interval', blockMs: 12_000.5 },
  { kind: 'auto' },
  { kind: 'manual' },
])('can be kept: %o', (cadence) => {
  expect(() => checkCadence(cadence)).not.toThrow()
})

it.each<[Cadence, string]>([
  [{ kind: 'flashblocks', flashblockMs: 0, blockMs: 2000 }, 'flashblock time of 0 ms'],
  [{ kind: 'flashblocks', flashblockMs: 200, blockMs: -1 }, 'block time of -1 ms'],
  [{ kind: 'flashblocks', flashblockMs: Number.NaN, blockMs: 1 }, 'flashblock time of NaN ms'],
  [{ kind: 'interval', blockMs: Infinity }, 'block time of Infinity ms'],
  [{ kind: 'interval', blockMs: 0.5 }, 'block time of 0.5 ms: give at least 1 ms'],
])('cannot be kept, and says why: %o', (cadence, words) => {
  expect(() => checkCadence(cadence)).toThrow(InvalidCadenceError)
  expect(() => checkCadence(cadence)).toThrow(words)
})
