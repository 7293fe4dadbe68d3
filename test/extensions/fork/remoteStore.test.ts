import { describe, expect, test } from 'vitest'
import { RemoteStore } from '../../../src/extensions/fork/remoteStore.ts'
import { latin1Text } from '../../../src/lib/encodings.ts'
import { keccak256 } from '../../../src/wasm/keccak/keccak256.ts'

const address = latin1Text(new Uint8Array(20).fill(0x12))
const slot = latin1Text(new Uint8Array(32).fill(1))
const code = Uint8Array.of(0x60, 0)
const codeHash = latin1Text(keccak256(code))
const account = { nonce: 1n, balance: 2n, codeHash, code, absent: false }

describe('the store of remote facts', () => {
  test('knows nothing at first, and what it was told ever after', () => {
    const store = new RemoteStore()
    expect([store.account(address), store.slot(address, slot), store.code(codeHash)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    store.addAccount(address, account)
    store.addSlot(address, slot, '')
    expect(store.account(address)).toBe(account)
    expect(store.slot(address, slot)).toBe('')
    expect(store.code(codeHash)).toBe(code)
    expect([...store.accounts()]).toEqual([[address, account]])
    expect([...store.slots(address)]).toEqual([[slot, '']])
    expect(store.size).toEqual({ accounts: 1, slots: 1, codes: 1 })
  })

  test('takes equal values again, and refuses others with both named', () => {
    const store = new RemoteStore()
    store.addAccount(address, account)
    store.addAccount(address, { ...account })
    store.addSlot(address, slot, '\x01')
    store.addSlot(address, slot, '\x01')
    expect(() => store.addAccount(address, { ...account, balance: 3n })).toThrow(
      /account 0x1212\w+ has two values at the fork's block: .*balance 2.*balance 3/,
    )
    expect(() => store.addSlot(address, slot, '\x02')).toThrow(
      /slot 0x0101\w+ of 0x1212\w+ has two values at the fork's block: 0x01, and 0x02/,
    )
    expect(store.account(address)).toBe(account)
  })

  test('keeps a storage root that becomes known later', () => {
    const store = new RemoteStore()
    const proven = { ...account, storageRoot: slot }
    store.addAccount(address, account)
    store.addAccount(address, proven)
    store.addAccount(address, account)
    expect(store.account(address)).toBe(proven)
  })
})
