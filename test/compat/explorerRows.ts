import { getAddress, type Hex, keccak256 } from 'viem'
import { lookAround, type OpenBlock } from '../support/openBlock.ts'
import { bob } from '../support/transfers.ts'
import { hashesIn, type Row, seen, seenAt } from './pendingRow.ts'

/** What explorers and debuggers ask about a block. */
export function explorerRows(stage: OpenBlock) {
  const transactions = hashesIn(stage)
  const [sealed, first, second] = transactions
  const hashesOf = (traces: readonly { readonly transactionHash: Hex }[]) =>
    traces.map(({ transactionHash }) => transactionHash)

  const { recorder, recorderCode, spare } = stage
  const spareKey = keccak256(spare)
  const codeOf = ({ accounts }: { readonly accounts: Readonly<Record<Hex, { code?: Hex }>> }) =>
    accounts[getAddress(spare)]?.code
  return {
    // The second transaction, which the first flashblock does not have.
    debug_accountInfoAt: {
      params: (block) => [block, 1, spare],
      read: (info) => info !== null,
      answers: [true, false, true],
    },
    debug_accountRange: {
      params: (block) => [block, spareKey, 1],
      read: (dump) => codeOf(dump) ?? null,
      answers: [null, null, recorderCode],
    },
    debug_codeByHash: {
      params: (block) => [keccak256(recorderCode), block],
      answers: [recorderCode, recorderCode, recorderCode],
    },
    debug_dumpBlock: {
      params: (block) => [block],
      read: (dump) => codeOf(dump) ?? null,
      answers: [null, null, recorderCode],
    },
    debug_getModifiedAccountsByNumber: {
      params: (block) => ['0x0', block],
      read: (addresses: Hex[]) =>
        ([recorder, bob, spare] as Hex[]).map((one) => addresses.includes(one)),
      answers: [
        [true, false, false],
        [true, true, false],
        [true, true, true],
      ],
    },
    debug_getRawTransactions: {
      params: (block) => [block],
      read: (raw: Hex[]) => raw.map((one) => keccak256(one)),
      answers: transactions,
    },
    // Before the first transaction of the block.
    debug_storageRangeAt: {
      params: (block) => [block, 0, recorder, '0x', 10],
      read: ({ storage }) => Object.keys(storage).length,
      answers: [0, 0, 0],
    },
    debug_traceCallMany: {
      params: (block) => [
        [{ transactions: [{ data: lookAround }] }],
        { blockNumber: block },
        { tracer: 'callTracer' },
      ],
      read: ([[{ output }]]) => seen(output),
      answers: seenAt,
    },
    eth_callMany: {
      params: (block) => [[{ transactions: [{ data: lookAround }] }], { blockNumber: block }],
      read: ([[{ value }]]) => seen(value),
      answers: seenAt,
    },
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
    trace_blockOpcodeGas: {
      params: (block) => [block],
      read: ({ transactions }) =>
        transactions.map(({ transactionHash }: { transactionHash: Hex }) => transactionHash),
      answers: transactions,
    },
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
