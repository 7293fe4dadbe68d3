import type { Log, Receipt, SignedTransaction } from '../../src/types/transaction.ts'
import type { Flashblock, SealedBlock } from '../../src/types/view.ts'
import { testBlock } from '../chain/testBlocks.ts'

/** A log of contract `contract` with `topic`, both of repeated bytes. */
export function testLog(contract: number, topic = 0): Log {
  return {
    address: new Uint8Array(20).fill(contract),
    topics: [new Uint8Array(32).fill(topic)],
    data: new Uint8Array(),
  }
}

/** A flashblock on `parent` with these transactions, after `before` in the same block. */
export function testFlashblock(
  parent: SealedBlock,
  index: number,
  transactions: readonly SignedTransaction[] = [],
  logs: readonly (readonly Log[])[] = [],
  before: readonly Receipt[] = [],
): Flashblock {
  const all = [...before.map(({ transaction }) => transaction), ...transactions]
  const allLogs = [...before.map((receipt) => receipt.logs), ...logs]
  const { number, header, receipts, state } = testBlock(parent, {
    transactions: all,
    logs: allLogs,
  })
  const view = {
    kind: 'pending',
    number,
    header,
    parent,
    transactions: all,
    receipts,
    state,
    edits: [],
    flashblock: index,
  } as const
  const payloadId = '0x0102030405060708'
  return { index, payloadId, transactions, receipts: receipts.slice(before.length), view }
}
