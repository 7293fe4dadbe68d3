import { expect, test } from 'vitest'
import { explain } from '../../../src/devnet/status/explain.ts'
import type { Hex } from '../../../src/lib/hex.ts'
import type { Drop } from '../../../src/types/transactionFate.ts'

const hash: Hex = `0x${'11'.repeat(32)}`
const other: Hex = `0x${'22'.repeat(32)}`

function droppedFor(drop: Drop) {
  return explain({ transaction: { status: 'dropped', hash, times: {}, ...drop } })
}

test('a transaction that was never sent is unknown', () => {
  const { reason, message, details } = explain({ transaction: { status: 'unknown', hash } })
  expect([reason, details]).toEqual(['unknown', {}])
  expect(message).toMatch(/^no transaction with this hash is known/)
})

test('a sealed transaction is where it is', () => {
  const place = { blockNumber: 4n, blockHash: other, transactionIndex: 2 }
  expect(explain({ transaction: { status: 'sealed', hash, times: {}, ...place } })).toEqual({
    hash,
    reason: 'sealed',
    message: `it is sealed in block 4 (${other}) as transaction 2`,
    details: place,
  })
})

test('a pre-confirmed transaction is where it is, unless a fault is to take it out', () => {
  const place = { blockNumber: 4n, flashblockIndex: 3, transactionIndex: 2 }
  const transaction = { status: 'preconfirmed', hash, times: {}, ...place } as const
  const where = 'it is pre-confirmed in flashblock 3 of block 4 as transaction 2'
  expect(explain({ transaction, armed: undefined })).toEqual({
    hash,
    reason: 'preconfirmed',
    message: `${where}; the block is not sealed yet`,
    details: place,
  })
  expect(explain({ transaction, armed: { id: '0x5', kind: 'dropAtSeal' } })).toEqual({
    hash,
    reason: 'fault',
    message: `${where}, but the injected fault 0x5 (dropAtSeal) is armed to take it out of the block at the seal; to keep it, call faults.remove('0x5'), by JSON-RPC preconf_removeFault`,
    details: { id: '0x5', kind: 'dropAtSeal' },
  })
})

test('a dropped transaction has the reason, the values and what to do', () => {
  const replaced = { reason: 'replaced', replacedBy: other } as const
  expect(droppedFor(replaced)).toEqual({
    hash,
    reason: 'dropped',
    message: `it was replaced in the pool by ${other}, with the same nonce and higher fees`,
    details: replaced,
  })
  expect(droppedFor({ reason: 'nonceUsed' })).toMatchObject({
    message: expect.stringMatching(/ sign it again with the next nonce of its sender$/),
    details: { reason: 'nonceUsed' },
  })
  expect(droppedFor({ reason: 'invalid', message: 'too long' })).toMatchObject({
    message: 'no block can take it: too long',
    details: { reason: 'invalid', message: 'too long' },
  })
  const reorged = { reason: 'reorged', blockNumber: 4n, blockHash: other } as const
  expect(droppedFor(reorged)).toMatchObject({
    message: `its block 4 (${other}) left the chain, and it did not go back to the pool; send it again`,
    details: reorged,
  })
  expect(droppedFor({ reason: 'fault', fault: { id: '0x5', kind: 'replaceAtSeal' } })).toEqual({
    hash,
    reason: 'fault',
    message: 'the injected fault 0x5 (replaceAtSeal) took it out of its block; send it again',
    details: { id: '0x5', kind: 'replaceAtSeal' },
  })
})
