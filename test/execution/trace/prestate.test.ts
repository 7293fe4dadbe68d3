import { beforeAll, describe, expect, it } from 'vitest'
import { initCrypto } from '../../../src/ethereumjs/crypto.ts'
import {
  changesOf,
  isEmpty,
  readAccount,
  type TracedAccount,
} from '../../../src/execution/trace/prestateTracer.ts'
import { bytesToHex, type Hex, numberToBytes } from '../../../src/lib/hex.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import { keccak256 } from '../../../src/wasm/keccak/keccak256.ts'

beforeAll(initCrypto)

const address = new Uint8Array(20).fill(1)
const code = Uint8Array.of(0xfe)
const word = (value: number): Uint8Array => numberToBytes(value, 32)
const slot = (value: number): Hex => bytesToHex(word(value))

describe('readAccount', () => {
  it('tells balance, nonce, code and its hash', () => {
    const state = emptyState().fork()
    state.writeAccount(address, { balance: 5n, nonce: 3n })
    state.writeCode(address, code)
    const account = { balance: 5n, nonce: 3n, codeHash: keccak256(code), storage: new Map() }
    expect(readAccount(state, address, {})).toEqual({ ...account, code })
    expect(readAccount(state, address, { disableCode: true })).toEqual(account)
  })

  it('tells an account that is not there as an empty one', () => {
    const account = readAccount(emptyState().fork(), address, {})
    expect(account).toEqual({ balance: 0n, nonce: 0n, storage: new Map() })
    expect(isEmpty(account)).toBe(true)
  })
})

describe('changesOf', () => {
  const old = (storage: readonly (readonly [number, number])[] = []): TracedAccount => ({
    balance: 5n,
    nonce: 3n,
    code,
    codeHash: keccak256(code),
    storage: new Map(storage.map(([key, value]) => [slot(key), word(value)])),
  })
  const sameSlots = () => word(0)

  it('are nothing where nothing has changed', () => {
    expect(changesOf(old(), old(), sameSlots)).toBeUndefined()
  })

  it('are the new values of the fields that have changed', () => {
    const after = { ...old(), balance: 6n }
    expect(changesOf(old(), after, sameSlots)).toEqual({ balance: 6n, storage: new Map() })
  })

  it('are empty code with a zero hash where code has gone', () => {
    const { code: _, codeHash: __, ...after } = old()
    expect(changesOf(old(), after, sameSlots)).toEqual({
      code: new Uint8Array(),
      codeHash: word(0),
      storage: new Map(),
    })
  })

  it('are slots: written ones after, changed ones before, cleared ones only before', () => {
    const account = old([
      [1, 7],
      [2, 7],
      [3, 7],
      [4, 0],
      [5, 0],
    ])
    const values = new Map([
      [slot(1), 7],
      [slot(2), 8],
      [slot(4), 9],
    ])
    const changes = changesOf(account, old(), (key) => word(values.get(key) ?? 0))
    expect(changes?.storage).toEqual(
      new Map([
        [slot(2), word(8)],
        [slot(4), word(9)],
      ]),
    )
    expect([...account.storage.keys()]).toEqual([slot(2), slot(3)])
  })
})
