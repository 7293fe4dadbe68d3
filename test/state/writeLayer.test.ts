import { expect, test } from 'vitest'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import { newAccount } from '../../src/state/account.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import { pack } from '../../src/state/trie/packed.ts'
import { type BaseTree, WriteLayer } from '../../src/state/writeLayer.ts'

const address = pack(numberToBytes(1, 20))
const other = pack(numberToBytes(2, 20))
const slot = pack(numberToBytes(1, 32))
const secondSlot = pack(numberToBytes(2, 32))
const one = pack(Uint8Array.of(1))
const two = pack(Uint8Array.of(2))

const layerOver = (base = emptyState() as BaseTree) => new WriteLayer(base)
const rootOf = (layer: WriteLayer) => bytesToHex(layer.flush().root())

test('a revert after a flush restores what was there at the checkpoint', () => {
  const layer = layerOver()
  layer.setFields(address, { ...newAccount, balance: 5n })
  layer.setSlot(address, slot, one)
  const before = rootOf(layer)
  layer.checkpoint()
  layer.setSlot(address, slot, two)
  layer.setSlot(address, secondSlot, two)
  layer.setFields(other, newAccount)
  const within = rootOf(layer)
  layer.delete(address)
  expect(rootOf(layer)).not.toBe(within)
  layer.revert()
  expect(layer.slot(address, slot)).toBe(one)
  expect(layer.slot(address, secondSlot)).toBe('')
  expect(layer.fields(address)?.balance).toBe(5n)
  expect(layer.fields(other)).toBeUndefined()
  expect(rootOf(layer)).toBe(before)
})

test('slots written before a checkpoint and put into the trie within it survive its revert', () => {
  const layer = layerOver()
  layer.setSlot(address, slot, one)
  layer.checkpoint()
  layer.setFields(address, { ...newAccount, nonce: 1n })
  layer.flush()
  layer.revert()
  expect(layer.slot(address, slot)).toBe(one)
  expect(layer.fields(address)?.nonce).toBe(0n)
})

test('a committed checkpoint falls with the one around it', () => {
  const layer = layerOver()
  layer.checkpoint()
  layer.checkpoint()
  layer.setSlot(address, slot, one)
  layer.commit()
  expect(layer.slot(address, slot)).toBe(one)
  layer.revert()
  expect(layer.fields(address)).toBeUndefined()
})

test('wiping and deleting take the storage away, and a revert brings it back', () => {
  const layer = layerOver()
  layer.setSlot(address, slot, one)
  layer.flush()
  layer.setSlot(address, secondSlot, two)
  for (const take of ['wipe', 'delete'] as const) {
    layer.checkpoint()
    layer[take](address)
    expect(layer.slot(address, slot)).toBe('')
    expect(layer.slot(address, secondSlot)).toBe('')
    layer.setSlot(address, slot, two)
    layer.revert()
    expect(layer.slot(address, slot)).toBe(one)
    expect(layer.slot(address, secondSlot)).toBe(two)
  }
})

test('writes that change nothing give the very same tree', () => {
  const layer = layerOver()
  layer.setSlot(address, slot, one)
  const tree = layer.flush()
  layer.setFields(address, { ...newAccount })
  layer.setSlot(address, slot, two)
  layer.setSlot(address, slot, one)
  layer.setSlot(other, slot, '')
  layer.wipe(other)
  layer.delete(other)
  expect(layer.flush()).toBe(tree)
  layer.checkpoint()
  layer.delete(address)
  layer.revert()
  expect(layer.flush()).toBe(tree)
})

test('loading a tree drops writes and checkpoints', () => {
  const layer = layerOver()
  layer.setSlot(address, slot, one)
  const tree = layer.flush()
  layer.checkpoint()
  layer.setSlot(address, slot, two)
  layer.load(tree)
  expect(layer.slot(address, slot)).toBe(one)
  expect(layer.openCheckpoints).toBe(0)
})

test('to commit or revert without a checkpoint is an error', () => {
  const layer = layerOver()
  expect(() => layer.commit()).toThrowError(expect.objectContaining({ code: 'NO_CHECKPOINT' }))
  expect(() => layer.revert()).toThrowError(expect.objectContaining({ code: 'NO_CHECKPOINT' }))
})
