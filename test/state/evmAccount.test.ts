import { Account, KECCAK256_RLP } from '@ethereumjs/util'
import { expect, test } from 'vitest'
import { EvmAccount, newAccount } from '../../src/state/account.ts'

test('the storage root is computed when it is first read, once', () => {
  let reads = 0
  const account = new EvmAccount({ ...newAccount, balance: 2n }, () => {
    reads++
    return KECCAK256_RLP
  })
  account.balance += 1n
  account.nonce++
  expect(account.isEmpty()).toBe(false)
  expect(reads).toBe(0)
  expect(account.serialize()).toEqual(new Account(1n, 3n).serialize())
  expect(account.storageRoot).toBe(KECCAK256_RLP)
  expect(reads).toBe(1)
})

test('the storage root can be set, as on any Account', () => {
  const account = new EvmAccount(newAccount, () => KECCAK256_RLP)
  const root = new Uint8Array(32).fill(1)
  account.storageRoot = root
  expect(account.storageRoot).toBe(root)
})
