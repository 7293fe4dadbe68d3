import { Account, Address, KECCAK256_NULL, KECCAK256_RLP } from '@ethereumjs/util'
import { describe, expect, test } from 'vitest'
import { numberToBytes } from '../../src/lib/hex.ts'
import { emptyState } from '../../src/state/persistentState.ts'
import { State } from '../../src/state/state.ts'
import { pack } from '../../src/state/trie/packed.ts'
import { keccak256 } from '../../src/wasm/keccak/keccak256.ts'

const address = new Address(numberToBytes(1, 20))
const other = new Address(numberToBytes(2, 20))
const slot = numberToBytes(1, 32)
const code = Uint8Array.of(0x60, 0x01)

const newState = () => new State(emptyState())

describe('accounts', () => {
  test('each read gives a copy of its own', async () => {
    const state = newState()
    await state.putAccount(address, new Account(1n, 2n))
    const first = await state.getAccount(address)
    if (first) first.balance = 9n
    expect((await state.getAccount(address))?.balance).toBe(2n)
  })

  test('a read account has the fields, root and RLP of an Account', async () => {
    const state = newState()
    await state.putAccount(address, new Account(1n, 2n))
    const account = await state.getAccount(address)
    expect(account).toBeInstanceOf(Account)
    expect(account?.serialize()).toEqual(new Account(1n, 2n).serialize())
    expect(account?.storageRoot).toEqual(KECCAK256_RLP)
    expect(account?.isContract()).toBe(false)
  })

  test('storing an account leaves its storage alone', async () => {
    const state = newState()
    state.writeStorage(address.bytes, slot, Uint8Array.of(5))
    const root = state.readAccount(address.bytes)?.storageRoot
    await state.putAccount(address, new Account(1n, 2n))
    expect(state.readStorage(address.bytes, slot)[31]).toBe(5)
    expect((await state.getAccount(address))?.storageRoot).toEqual(root)
  })

  test('storing undefined deletes the account with code and storage', async () => {
    const state = newState()
    await state.putCode(address, code)
    await state.putStorage(address, slot, Uint8Array.of(5))
    await state.putAccount(address, undefined)
    expect(await state.getAccount(address)).toBeUndefined()
    expect(await state.getCode(address)).toEqual(new Uint8Array())
    expect(await state.getStorage(address, slot)).toEqual(new Uint8Array())
  })

  test('an account that was read before its code changed brings the old code back', async () => {
    const state = newState()
    await state.putCode(address, code)
    const before = await state.getAccount(address)
    await state.putCode(address, new Uint8Array())
    await state.putAccount(address, before)
    expect(await state.getCode(address)).toEqual(code)
  })

  test('code that is known nowhere is refused', async () => {
    const unknown = new Account(0n, 0n, undefined, keccak256(code))
    await expect(newState().putAccount(address, unknown)).rejects.toMatchObject({
      name: 'StateError',
      code: 'UNKNOWN_CODE',
    })
  })

  test('single fields are changed, on a new account too', async () => {
    const state = newState()
    await state.modifyAccountFields(address, { nonce: 3n })
    await state.modifyAccountFields(address, { balance: 4n })
    expect(await state.getAccount(address)).toMatchObject({ nonce: 3n, balance: 4n })
    state.writeAccount(address.bytes, { nonce: 5n })
    expect(state.readAccount(address.bytes)).toMatchObject({ nonce: 5n, balance: 4n })
  })
})

describe('code', () => {
  test('is put on an account that need not exist, and taken away by no bytes', async () => {
    const state = newState()
    await state.putCode(address, code)
    expect(await state.getCodeSize(address)).toBe(2)
    expect((await state.getAccount(address))?.codeHash).toEqual(keccak256(code))
    await state.putCode(address, new Uint8Array())
    expect(state.readCode(address.bytes)).toEqual(new Uint8Array())
    expect((await state.getAccount(address))?.codeHash).toEqual(KECCAK256_NULL)
  })
})

describe('storage', () => {
  test('is read without zeros in front by the EVM and as a word by others', async () => {
    const state = newState()
    state.writeStorage(address.bytes, slot, numberToBytes(0x0102, 32))
    expect(await state.getStorage(address, slot)).toEqual(Uint8Array.of(1, 2))
    expect(state.readStorage(address.bytes, slot)).toEqual(numberToBytes(0x0102, 32))
  })

  test('needs an account for the EVM and makes one for others, unless the value is zero', async () => {
    const state = newState()
    await expect(state.putStorage(address, slot, Uint8Array.of(1))).rejects.toMatchObject({
      code: 'NO_ACCOUNT',
    })
    state.writeStorage(address.bytes, slot, new Uint8Array(32))
    state.wipeStorage(address.bytes)
    expect(state.readAccount(address.bytes)).toBeUndefined()
    state.writeStorage(address.bytes, slot, Uint8Array.of(1))
    expect(state.readAccount(address.bytes)).toMatchObject({ nonce: 0n, balance: 0n })
    await state.clearStorage(other)
    expect(state.readAccount(other.bytes)).toBeDefined()
  })

  test('is there as soon as a slot is not zero, and no longer than that', () => {
    const state = newState()
    expect(state.hasStorage(pack(address.bytes))).toBe(false)
    state.writeStorage(address.bytes, slot, Uint8Array.of(1))
    expect(state.hasStorage(pack(address.bytes))).toBe(true)
    expect(state.hasStorage(pack(other.bytes))).toBe(false)
    state.writeStorage(address.bytes, slot, new Uint8Array(32))
    expect(state.hasStorage(pack(address.bytes))).toBe(false)
  })

  test('refuses slots and values of the wrong length', () => {
    const state = newState()
    const write = (at: Uint8Array, value: Uint8Array) => () =>
      state.writeStorage(address.bytes, at, value)
    expect(write(new Uint8Array(31), Uint8Array.of(1))).toThrow('a slot has 32 bytes, not 31')
    expect(write(slot, new Uint8Array(33))).toThrow('a value has 32 bytes at most, not 33')
  })
})

describe('state roots', () => {
  test('that were given out can be gone back to', async () => {
    const state = newState()
    state.writeAccount(address.bytes, { balance: 1n })
    const root = await state.getStateRoot()
    state.writeAccount(address.bytes, { balance: 2n })
    expect(await state.hasStateRoot(root)).toBe(true)
    await state.setStateRoot(root)
    expect(state.readAccount(address.bytes)?.balance).toBe(1n)
  })

  test('of the present state are always known, others are not', async () => {
    const state = newState()
    state.writeAccount(address.bytes, { balance: 1n })
    await state.setStateRoot(state.tree().root())
    const unknown = new Uint8Array(32).fill(1)
    expect(await state.hasStateRoot(unknown)).toBe(false)
    await expect(state.setStateRoot(unknown)).rejects.toMatchObject({ code: 'UNKNOWN_ROOT' })
  })

  test('cannot be set while a checkpoint is open', async () => {
    const state = newState()
    const root = await state.getStateRoot()
    await state.checkpoint()
    await expect(state.setStateRoot(root)).rejects.toMatchObject({ code: 'OPEN_CHECKPOINT' })
  })

  test('are kept for the latest 128 states only', async () => {
    const state = newState()
    const first = await state.getStateRoot()
    for (let balance = 1n; balance <= 128n; balance++) {
      state.writeAccount(address.bytes, { balance })
      await state.getStateRoot()
    }
    expect(await state.hasStateRoot(first)).toBe(false)
  })
})

test('a copy sees what was written, checkpoints open or not, and goes its own way', async () => {
  const state = newState()
  await state.checkpoint()
  state.writeAccount(address.bytes, { balance: 1n })
  const copy = state.shallowCopy()
  expect(copy.readAccount(address.bytes)?.balance).toBe(1n)
  copy.writeAccount(address.bytes, { balance: 2n })
  expect(state.readAccount(address.bytes)?.balance).toBe(1n)
  await state.revert()
  expect(state.readAccount(address.bytes)).toBeUndefined()
  expect(copy.readAccount(address.bytes)?.balance).toBe(2n)
})

test('loading a tree drops writes, checkpoints and remembered roots', async () => {
  const state = newState()
  state.writeAccount(address.bytes, { balance: 1n })
  const root = await state.getStateRoot()
  await state.checkpoint()
  state.load(emptyState())
  expect(state.readAccount(address.bytes)).toBeUndefined()
  expect(await state.hasStateRoot(root)).toBe(false)
  await expect(state.revert()).rejects.toMatchObject({ code: 'NO_CHECKPOINT' })
})

test('clearing caches loses nothing', () => {
  const state = newState()
  state.writeAccount(address.bytes, { balance: 1n })
  state.clearCaches()
  expect(state.readAccount(address.bytes)?.balance).toBe(1n)
})

test('the applied key of an address is its hash', () => {
  expect(newState().getAppliedKey(address.bytes)).toEqual(keccak256(address.bytes))
})
