import { describe, expect, test } from 'vitest'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import { emptyState, type PersistentState } from '../../src/state/persistentState.ts'
import { keccak256 } from '../../src/wasm/keccak/keccak256.ts'

const address = numberToBytes(1, 20)
const contract = numberToBytes(2, 20)
const missing = numberToBytes(3, 20)
const slot = numberToBytes(1, 32)
const code = Uint8Array.of(0x60, 0x01)

function sample() {
  const state = emptyState().fork()
  state.writeAccount(address, { balance: 5n })
  state.writeAccount(contract, { nonce: 1n })
  state.writeCode(contract, code)
  state.writeStorage(contract, slot, Uint8Array.of(7))
  state.writeStorage(contract, numberToBytes(2, 32), Uint8Array.of(8))
  return state.tree()
}

test('the empty state has the hash of an empty trie', () => {
  expect(bytesToHex(emptyState().root())).toBe(
    '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  )
})

test('accounts, code and slots are read back', () => {
  const tree = sample()
  const { nonce, balance, codeHash } = tree.account(contract) ?? {}
  expect({ nonce, balance, codeHash }).toEqual({
    nonce: 1n,
    balance: 0n,
    codeHash: keccak256(code),
  })
  expect(tree.code(contract)).toEqual(code)
  expect(tree.storage(contract, slot)).toEqual(numberToBytes(7, 32))
})

test('what is missing is no account, no code and zero', () => {
  const tree = sample()
  expect(tree.account(missing)).toBeUndefined()
  expect(tree.code(missing)).toEqual(new Uint8Array())
  expect(tree.code(address)).toEqual(new Uint8Array())
  expect(tree.storage(missing, slot)).toEqual(new Uint8Array(32))
  expect(tree.storage(contract, numberToBytes(9, 32))).toEqual(new Uint8Array(32))
})

test('bytes that were handed out or in can be changed without changing the tree', () => {
  const written = code.slice()
  const state = emptyState().fork()
  state.writeCode(contract, written)
  const tree = state.tree()
  const root = tree.root()
  written.fill(0)
  tree.account(contract)?.codeHash.fill(0)
  tree.root().fill(0)
  expect(tree.code(contract)).toEqual(code)
  expect(tree.account(contract)?.codeHash).toEqual(keccak256(code))
  expect(tree.root()).toEqual(root)
})

describe('a fork', () => {
  test('starts from the tree and leaves it and other forks alone', () => {
    const tree = sample()
    const root = tree.root()
    const [left, right] = [tree.fork(), tree.fork()]
    left.writeAccount(address, { balance: 6n })
    right.writeStorage(contract, slot, Uint8Array.of(9))
    const [leftTree, rightTree] = [left.tree(), right.tree()]
    expect(leftTree.root()).not.toEqual(root)
    expect(leftTree.storage(contract, slot)).toEqual(numberToBytes(7, 32))
    expect(rightTree.account(address)?.balance).toBe(5n)
    expect(tree.account(address)?.balance).toBe(5n)
    expect(tree.storage(contract, slot)).toEqual(numberToBytes(7, 32))
    expect(tree.root()).toEqual(root)
  })

  test('of an unchanged fork is the same tree', () => {
    const tree = sample()
    expect(tree.fork().tree()).toBe(tree)
  })
})

test('all accounts and slots are listed with their addresses and numbers', () => {
  const tree = sample() as PersistentState
  const accounts = [...tree.accounts()]
  const hashes = accounts.map((account) => bytesToHex(keccak256(account.address)))
  expect(hashes).toEqual([...hashes].sort())
  expect(accounts.find(({ nonce }) => nonce === 1n)).toMatchObject({ address: contract, code })
  expect(accounts).toHaveLength(2)
  const slots = [...tree.slots(contract)].sort(
    (left, right) => (left.slot[31] ?? 0) - (right.slot[31] ?? 0),
  )
  expect(slots).toEqual([
    { slot: numberToBytes(1, 32), value: numberToBytes(7, 32) },
    { slot: numberToBytes(2, 32), value: numberToBytes(8, 32) },
  ])
  expect([...tree.slots(missing)]).toEqual([])
})

test('the balances that two states do not share are listed, gone accounts with 0', () => {
  const before = sample()
  const state = before.fork()
  state.writeAccount(contract, { nonce: 2n })
  state.writeStorage(contract, slot, Uint8Array.of(9))
  state.writeAccount(missing, { balance: 3n })
  const after = state.tree()
  expect([...after.balancesSince(before)]).toEqual([{ address: missing, balance: 3n }])
  expect([...before.balancesSince(after)]).toEqual([{ address: missing, balance: 0n }])
  expect([...before.balancesSince(emptyState())]).toEqual([{ address, balance: 5n }])
  expect([...after.balancesSince(after)]).toEqual([])
})

test('it is hashed node by node, and nothing is left to be hashed for the root then', () => {
  const written = () => {
    const state = emptyState().fork()
    for (let number = 1; number < 500; number++) {
      state.writeAccount(numberToBytes(number, 20), { balance: BigInt(number) })
      const holder = numberToBytes(number % 7, 20)
      state.writeStorage(holder, numberToBytes(number, 32), Uint8Array.of(number % 250, 1))
    }
    return state.tree() as PersistentState
  }
  const tree = written()
  expect([...tree.hashNodes()].length).toBeGreaterThan(1_000)
  expect([...tree.hashNodes()]).toEqual([])
  expect(bytesToHex(tree.root())).toBe(bytesToHex(written().root()))
})
