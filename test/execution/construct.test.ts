import { expect, test } from 'vitest'
import { construct } from '../../src/execution/construct.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../src/lib/hex.ts'
import type { StateEdit } from '../../src/types/state.ts'
import { createEngine } from './engine.ts'

const at = hexToBytes('fe'.repeat(20))
const from = hexToBytes('aa'.repeat(20))

async function run(code: string, { value = 0n, funds = 10n, slots = [] as Slots } = {}) {
  const { machines, context } = await createEngine({
    accounts: [
      ...(funds > 0n ? [{ address: bytesToHex(from), balance: funds, nonce: 4n }] : []),
      ...(slots.length > 0 ? [{ address: bytesToHex(at), nonce: 1n, storage: slots }] : []),
    ],
  })
  const initCode = hexToBytes(code)
  return construct(machines, context, { at, initCode, from, value })
}

type Slots = (readonly [Uint8Array, Uint8Array])[]

function word(value: number): Uint8Array {
  return hexToBytes(value.toString(16).padStart(64, '0'))
}

function shown({ address, balance, nonce, code, storage = [] }: StateEdit) {
  return {
    address: bytesToHex(address),
    balance,
    nonce,
    code: code && bytesToHex(code),
    storage: storage.map(([slot, value]): [Hex, Hex] => [bytesToHex(slot), bytesToHex(value)]),
  }
}

/** PUSH1 7, PUSH1 1, SSTORE; ADDRESS to memory and returned as code. */
const storesAndReturns = '6007600155305f526014600cf3'

test('code and storage are made at the address, and the caller has sent nothing', async () => {
  const edits = await run(storesAndReturns)
  expect(edits.map(shown)).toEqual([
    {
      address: bytesToHex(at),
      balance: undefined,
      nonce: 1n,
      // It took the address of the contract for its code.
      code: bytesToHex(at),
      storage: [[bytesToHex(word(1)), bytesToHex(word(7))]],
    },
  ])
})

test('value goes from the caller to the contract', async () => {
  const edits = await run(storesAndReturns, { value: 3n })
  expect(edits.map(shown)).toMatchObject([
    { address: bytesToHex(from), balance: 7n, nonce: undefined, code: undefined, storage: [] },
    { address: bytesToHex(at), balance: 3n },
  ])
})

test('a caller who is not there does not come to be', async () => {
  const edits = await run(storesAndReturns, { funds: 0n })
  expect(edits.map(({ address }) => bytesToHex(address))).toEqual([bytesToHex(at)])
})

test('contracts that it creates, and slots that it clears, are changes too', async () => {
  // PUSH0 PUSH1 1 SSTORE; CREATE with init code "PUSH1 1 PUSH0 RETURN", which returns a zero byte; STOP.
  const edits = await run('5f6001556360015ff35f526004601c5ff000', {
    slots: [
      [word(1), word(9)],
      [word(2), word(8)],
    ],
  })
  const own = edits.map(shown).find(({ address }) => address === bytesToHex(at))
  expect(own).toMatchObject({ nonce: 2n, storage: [[bytesToHex(word(1)), bytesToHex(word(0))]] })
  const created = edits.map(shown).filter(({ address }) => address !== bytesToHex(at))
  expect(created).toMatchObject([{ nonce: 1n, code: '0x00' }])
})

test.each([
  ['5f5ffd', 'ExecutionReverted', 'execution reverted'],
  ['fe', 'ExecutionFailed', 'invalid opcode: INVALID'],
])('init code that fails throws: %s', async (code, name, message) => {
  await expect(run(code)).rejects.toMatchObject({ name, message })
})
