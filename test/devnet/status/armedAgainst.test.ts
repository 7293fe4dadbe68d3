import { Address } from '@ethereumjs/util'
import { expect, test } from 'vitest'
import { armedAgainst } from '../../../src/devnet/status/transactionStatuses.ts'
import { type Hex, quantity } from '../../../src/lib/hex.ts'
import type { CheckedFault } from '../../../src/types/fault.ts'
import type { SignedTransaction } from '../../../src/types/transaction.ts'

const hash: Hex = `0x${'11'.repeat(32)}`
const other: Hex = `0x${'22'.repeat(32)}`
const sender: Hex = `0x${'aa'.repeat(20)}`
const transaction = {
  hash,
  sender: new Address(new Uint8Array(20).fill(0xaa)),
} as SignedTransaction

/** The id of the fault that is against the transaction, when these are armed as 0x1, 0x2 and so on. */
function idAmong(faults: readonly CheckedFault[], flashblocksSince?: number) {
  const armed = faults.map((fault, index) => ({
    id: quantity(index + 1),
    fault,
    applied: 0,
    remaining: 1,
  }))
  return armedAgainst(armed, { transaction, flashblocksSince })?.id
}

test('a drop is against the transaction, its sender or any that it names', () => {
  expect(idAmong([{ kind: 'dropAtSeal' }])).toBe('0x1')
  expect(idAmong([{ kind: 'dropAtSeal', transaction: other }])).toBeUndefined()
  expect(idAmong([{ kind: 'dropAtSeal', from: `0x${'bb'.repeat(20)}` }])).toBeUndefined()
  expect(
    idAmong([
      { kind: 'dropAtSeal', transaction: other },
      { kind: 'dropAtSeal', transaction: hash },
    ]),
  ).toBe('0x2')
  expect(idAmong([{ kind: 'dropAtSeal', from: sender }])).toBe('0x1')
})

test('a replacement is against the transaction that it names', () => {
  expect(idAmong([{ kind: 'replaceAtSeal', transaction: hash, with: '0x' }])).toBe('0x1')
  expect(idAmong([{ kind: 'replaceAtSeal', transaction: other, with: '0x' }])).toBeUndefined()
})

test('a seal without the last flashblocks is against what is in them', () => {
  const faults = [{ kind: 'sealWithoutFlashblocks', count: 2 }] as const
  expect([0, 1, 2].map((since) => idAmong(faults, since))).toEqual(['0x1', '0x1', undefined])
  expect(idAmong(faults)).toBeUndefined()
})

test('other faults take nothing out of a block', () => {
  expect(idAmong([{ kind: 'skipFlashblock' }, { kind: 'latency', ms: 1 }], 0)).toBeUndefined()
})
