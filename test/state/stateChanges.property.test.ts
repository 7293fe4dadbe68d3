import { createAddressFromString } from '@ethereumjs/util'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { initCrypto } from '../../src/ethereumjs/crypto.ts'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import { emptyState, type PersistentState } from '../../src/state/persistentState.ts'
import type { StateTree } from '../../src/types/state.ts'
import { runs } from '../support/runs.ts'

beforeAll(initCrypto)

interface Write {
  readonly account: number
  readonly kind: 'balance' | 'nonce' | 'code' | 'slot' | 'delete'
  readonly slot: number
  readonly value: number
}

const writes = fc.array(
  fc.record<Write>({
    account: fc.nat(12),
    kind: fc.constantFrom('balance', 'nonce', 'code', 'slot', 'slot', 'slot', 'delete'),
    slot: fc.nat(12),
    value: fc.nat(3),
  }),
  { maxLength: 60 },
)

async function written(tree: StateTree, list: readonly Write[]): Promise<PersistentState> {
  const state = tree.fork()
  for (const { account, kind, slot, value } of list) {
    const address = numberToBytes(account, 20)
    if (kind === 'balance') state.writeAccount(address, { balance: BigInt(value) })
    else if (kind === 'nonce') state.writeAccount(address, { nonce: BigInt(value) })
    else if (kind === 'code') state.writeCode(address, new Uint8Array(value).fill(1))
    else if (kind === 'delete')
      await state.deleteAccount(createAddressFromString(bytesToHex(address)))
    else state.writeStorage(address, numberToBytes(slot, 32), numberToBytes(value, 32))
  }
  return state.tree() as PersistentState
}

/** Writes the changes from one state to another over the first. */
async function applied(from: PersistentState, to: PersistentState): Promise<PersistentState> {
  const state = from.fork()
  for (const { address, account, isNewCode, slots } of from.changesTo(to)) {
    if (account === undefined) {
      await state.deleteAccount(createAddressFromString(bytesToHex(address)))
      continue
    }
    state.writeAccount(address, account)
    if (isNewCode) state.writeCode(address, account.code)
    for (const { slot, value } of slots()) {
      state.writeStorage(address, slot, value as Uint8Array)
    }
  }
  return state.tree() as PersistentState
}

test('the changes between two states make one the other, and only what differs is among them', async () => {
  await fc.assert(
    fc.asyncProperty(writes, writes, writes, async (first, second, third) => {
      const common = await written(emptyState(), first)
      const [left, right] = [await written(common, second), await written(common, third)]
      expect((await applied(left, right)).root()).toEqual(right.root())
      expect((await applied(right, left)).root()).toEqual(left.root())
      for (const { address, account, isNewCode, slots } of left.changesTo(right)) {
        const before = left.account(address)
        const isSame =
          before?.nonce === account?.nonce && before?.balance === account?.balance && !isNewCode
        expect(isSame && [...slots()].length === 0).toBe(false)
      }
    }),
    runs({ seed: 11, numRuns: 200 }),
  )
})

test('a state does not differ from itself, nor from the same one made again', async () => {
  const list: Write[] = [{ account: 1, kind: 'slot', slot: 2, value: 3 }]
  const state = await written(emptyState(), list)
  expect([...state.changesTo(state)]).toEqual([])
  expect([...state.changesTo(await written(emptyState(), list))]).toEqual([])
})
