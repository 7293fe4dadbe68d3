import type { Hex } from 'viem'
import { lookAround, type OpenBlock } from '../support/openBlock.ts'
import { hashesIn, type Row, seen, seenAt } from './pendingRow.ts'

/** What explorers and debuggers ask about a block. */
export function explorerRows(stage: OpenBlock) {
  const transactions = hashesIn(stage)
  const [sealed, first, second] = transactions
  const hashesOf = (traces: readonly { readonly transactionHash: Hex }[]) =>
    traces.map(({ transactionHash }) => transactionHash)

  return {
    erigon_getHeaderByNumber: {
      params: (block) => [block],
      read: ({ number }) => number,
      answers: ['0x1', '0x2', '0x2'],
    },
    ots_getBlockDetails: {
      params: (block) => [block],
      read: ({ block }) => block.transactionCount,
      answers: [2, 1, 4],
    },
    ots_getBlockTransactions: {
      params: (block) => [block, 0, 10],
      read: ({ receipts }) => hashesOf(receipts),
      answers: transactions,
    },
    ots_hasCode: { params: (block) => [stage.spare, block], answers: [false, false, true] },
    trace_block: { params: (block) => [block], read: hashesOf, answers: transactions },
    trace_call: {
      params: (block) => [{ data: lookAround }, ['trace'], block],
      read: ({ output }) => seen(output),
      answers: seenAt,
    },
    trace_callMany: {
      params: (block) => [[[{ data: lookAround }, ['trace']]], block],
      read: ([{ output }]) => seen(output),
      answers: seenAt,
    },
    trace_filter: {
      params: (block) => [{ fromBlock: '0x1', toBlock: block }],
      read: hashesOf,
      answers: [sealed, [...sealed, ...first], [...sealed, ...second]],
    },
    trace_rawTransaction: {
      params: (block) => [stage.looking, ['trace'], block],
      read: ({ output }) => seen(output),
      answers: seenAt,
    },
    trace_replayBlockTransactions: {
      params: (block) => [block, []],
      read: hashesOf,
      answers: transactions,
    },
  } as const satisfies Record<string, Row>
}
