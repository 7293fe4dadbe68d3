import { type Hex, hexToBigInt, keccak256 } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extensions } from '../../src/app/extensions.ts'
import { createMethods } from '../../src/rpc/methods/methods.ts'
import { blockId, blockNumber, optionalBlockId } from '../../src/rpc/schema/blockId.ts'
import {
  afterFlashblock,
  lookAround,
  type OpenBlock,
  openBlock,
  word,
} from '../support/openBlock.ts'
import { bob } from '../support/transfers.ts'
import { explorerRows } from './explorerRows.ts'
import { hashesIn, type Row, seen, seenAt } from './pendingRow.ts'

/** What it costs to write a slot of the recorder: more than a transaction with that in it has. */
function costOfWriting(gas: Hex) {
  return hexToBigInt(gas) > 43_000n ? 'of a new slot' : 'of a set slot'
}

/** A signed transfer of the devnet's last account, which sends nothing else. */
const bundled = await mnemonicToAccount(`${'test '.repeat(11)}junk`, {
  addressIndex: 9,
}).signTransaction({
  chainId: 31_337,
  to: bob,
  gas: 21_000n,
  maxFeePerGas: 2_000_000_000n,
})

const balances: Row['answers'] = ['0x0', '0x1', '0x2']
const writing: Row['answers'] = ['of a new slot', 'of a new slot', 'of a set slot']
const noUncles: Row['answers'] = ['0x0', '0x0', '0x0']

function rowsOf(stage: OpenBlock) {
  const { alice, recorder, recorderCode, spare, sealed, first, second, hashes } = stage
  const { zeroCall, secondTransfer, sevenCall } = hashes
  const write = { from: alice, to: recorder, data: word(9) }
  const transactions = hashesIn(stage)
  const counts: Row['answers'] = ['0x2', '0x1', '0x4']
  const secondInBlock: Row['answers'] = [zeroCall, null, secondTransfer]
  const gasIn = ({ transactions }: typeof first) =>
    transactions.reduce((sum, { gasUsed }) => sum + gasUsed, 0n)
  const gasUsed = [sealed.gasUsed, gasIn(first), gasIn(first) + gasIn(second)] as const

  return {
    preconf_getFlashblocks: {
      params: (block) => [block],
      read: (flashblocks: { transactions: Hex[] }[]) =>
        flashblocks.flatMap(({ transactions }) => transactions),
      answers: transactions,
    },
    preconf_getContract: {
      params: (block) => [spare, block],
      read: (contract) => contract?.codeSize,
      answers: [undefined, undefined, recorderCode.length / 2 - 1],
    },
    preconf_getStorage: {
      params: (block) => [recorder, block],
      read: ({ unnamed: [slot] }) => slot?.value,
      answers: [undefined, undefined, word(7)],
    },
    // Nothing is known of the code that fails.
    preconf_stackTrace: {
      params: (block) => [{ data: '0xfe' }, block],
      answers: [null, null, null],
    },
    preconf_trace: {
      params: (block) => [{ data: lookAround }, block],
      read: ({ call }) => seen(call.output),
      answers: seenAt,
    },
    preconf_traceSteps: {
      params: (block) => [{ data: lookAround }, {}, block],
      read: ({ calls: [call] }) => seen(call.output),
      answers: seenAt,
    },
    eth_callBundle: {
      params: (block) => [{ txs: [bundled], blockNumber: '0x9', stateBlockNumber: block }],
      read: ({ stateBlockNumber }) => BigInt(stateBlockNumber),
      answers: [1n, 2n, 2n],
    },
    debug_executionWitness: {
      params: (block) => [block],
      read: ({ headers }) => headers.length,
      answers: [1, undefined, undefined],
      refused: 'pending block is not available',
    },
    debug_getRawBlock: {
      params: (block) => [block],
      read: (raw) => keccak256(raw).length,
      answers: [66, undefined, undefined],
      refused: 'pending block is not available',
    },
    debug_getRawHeader: {
      params: (block) => [block],
      read: keccak256,
      answers: [sealed.hash, undefined, undefined],
      refused: 'pending block is not available',
    },
    debug_getRawReceipts: {
      params: (block) => [block],
      read: ({ length }) => length,
      answers: [2, 1, 4],
    },
    debug_traceBlockByNumber: {
      params: (block) => [block, { tracer: 'callTracer' }],
      read: (traces: { txHash: Hex }[]) => traces.map(({ txHash }) => txHash),
      answers: transactions,
    },
    debug_traceCall: {
      params: (block) => [{ data: lookAround }, block, { tracer: 'callTracer' }],
      read: ({ output }) => seen(output),
      answers: seenAt,
    },
    eth_call: {
      params: (block) => [{ data: lookAround }, block],
      read: seen,
      answers: seenAt,
    },
    eth_createAccessList: {
      params: (block) => [write, block],
      read: ({ gasUsed }) => costOfWriting(gasUsed),
      answers: writing,
    },
    eth_estimateGas: {
      params: (block) => [write, block],
      read: costOfWriting,
      answers: writing,
    },
    eth_feeHistory: {
      params: (block) => ['0x1', block, [50]],
      read: ({ oldestBlock, gasUsedRatio: [ratio] }) => [
        oldestBlock,
        Math.round(ratio * 1_000_000),
      ],
      answers: [
        ['0x1', Number(gasUsed[0])],
        ['0x2', Number(gasUsed[1])],
        ['0x2', Number(gasUsed[2])],
      ],
    },
    eth_getAccount: {
      params: (block) => [bob, block],
      read: ({ balance }) => balance,
      answers: balances,
    },
    eth_getAccountInfo: {
      params: (block) => [bob, block],
      read: ({ balance }) => balance,
      answers: balances,
    },
    eth_getBalance: { params: (block) => [bob, block], answers: balances },
    eth_getBlockByNumber: {
      params: (block) => [block, false],
      read: (block) => block.transactions,
      answers: transactions,
    },
    eth_getBlockReceipts: {
      params: (block) => [block],
      read: (receipts: { transactionHash: Hex }[]) =>
        receipts.map(({ transactionHash }) => transactionHash),
      answers: transactions,
    },
    eth_getBlockTransactionCountByNumber: { params: (block) => [block], answers: counts },
    eth_getCode: { params: (block) => [spare, block], answers: ['0x', '0x', recorderCode] },
    eth_getHeaderByNumber: {
      params: (block) => [block],
      read: (header) => hexToBigInt(header.gasUsed),
      answers: gasUsed,
    },
    eth_getLogs: {
      params: (block) => [{ fromBlock: '0x0', toBlock: block }],
      read: (logs: { transactionHash: Hex }[]) =>
        logs.map(({ transactionHash }) => transactionHash),
      answers: [[zeroCall], [zeroCall], [zeroCall, sevenCall]],
    },
    eth_getProof: {
      params: (block) => [recorder, ['0x0'], block],
      read: ({ storageProof: [slot] }) => slot.value,
      answers: ['0x0', '0x0', '0x7'],
    },
    eth_getRawTransactionByBlockNumberAndIndex: {
      params: (block) => [block, '0x1'],
      read: (raw) => (raw === '0x' ? null : keccak256(raw)),
      answers: secondInBlock,
    },
    eth_getStorageAt: {
      params: (block) => [recorder, '0x0', block],
      answers: [word(0), word(0), word(7)],
    },
    eth_getStorageValues: {
      params: (block) => [{ [recorder]: ['0x0'] }, block],
      read: (values) => values[recorder],
      answers: [[word(0)], [word(0)], [word(7)]],
    },
    eth_getTransactionByBlockNumberAndIndex: {
      params: (block) => [block, '0x1'],
      read: (transaction) => transaction?.hash ?? null,
      answers: secondInBlock,
    },
    eth_getTransactionCount: {
      params: (block) => [alice, block],
      answers: ['0x2', '0x3', '0x6'],
      // With the transaction that waits in the pool.
      pending: '0x7',
    },
    eth_getUncleByBlockNumberAndIndex: {
      params: (block) => [block, '0x0'],
      answers: [null, null, null],
    },
    eth_getUncleCountByBlockNumber: { params: (block) => [block], answers: noUncles },
    // Collects what comes; getLogs answers the rest.
    eth_newFilter: {
      params: (block) => [{ toBlock: block }],
      read: (id) => typeof id,
      answers: ['string', undefined, undefined],
      pending: 'string',
      refused: 'a filter follows sealed blocks: its range cannot name a flashblock',
    },
    eth_simulateV1: {
      params: (block) => [{ blockStateCalls: [{ calls: [{ data: lookAround }] }] }, block],
      read: ([{ calls }]) => seen(calls[0].returnData),
      answers: [
        [2n, 0n],
        [2n, 1n],
        [2n, 2n],
      ],
    },
    ...explorerRows(stage),
  } as const satisfies Record<string, Row>
}

type MethodName = keyof ReturnType<typeof rowsOf>

/** Whether a schema takes a block somewhere inside. */
function takesBlock(schema: object, path: readonly object[] = []): boolean {
  if (schema === blockId || schema === blockNumber || schema === optionalBlockId) return true
  if (path.includes(schema)) return false
  return insideOf(schema).some((inner) => takesBlock(inner, [...path, schema]))
}

/** What a valibot schema is made of, as far as those of our methods go. */
function insideOf(schema: object): readonly object[] {
  const { pipe, items, item, wrapped, entries, key, value, getter, type } = schema as {
    readonly pipe?: readonly object[]
    readonly items?: readonly object[]
    readonly item?: object
    readonly wrapped?: object
    readonly entries?: Readonly<Record<string, object>>
    readonly key?: object
    readonly value?: object
    readonly getter?: (input: unknown) => object
    readonly type?: string
  }
  const lazy = type === 'lazy' && getter ? [getter({}), getter(''), getter([])] : []
  const inner = [...(items ?? []), item, wrapped, ...Object.values(entries ?? {}), key, value]
  const steps = (pipe ?? []).filter((step) => step !== schema)
  return [...steps, ...lazy, ...inner].filter((part) => typeof part === 'object')
}

const taking = createMethods({ chainName: 'base' }, extensions)
  // Before Amsterdam no block has an access list, or gas of two kinds.
  .filter(({ name, params }) => !/(?:BlockAccessList|gasByKind)$/.test(name) && takesBlock(params))
  .map(({ name }) => name)

let stage: OpenBlock
let rows: Readonly<Record<string, Row>>
beforeAll(async () => {
  stage = await openBlock()
  rows = rowsOf(stage)
})
afterAll(() => stage[Symbol.asyncDispose]())

test('every method that takes a block is asked here, and no other', () => {
  expect(Object.keys(rows).sort()).toEqual([...taking].sort())
})

describe.each(taking as MethodName[])('%s', (method) => {
  async function answer(block: unknown): Promise<unknown> {
    const { params, read = (value) => value } = rows[method] as Row
    return read(await stage.ask(method, params(block)))
  }

  test('answers of the newest sealed block at latest and by its number', async () => {
    const { answers } = rows[method] as Row
    expect(await answer('latest')).toEqual(answers[0])
    expect(await answer('0x1')).toEqual(answers[0])
  })

  test('answers of the newest flashblock at pending', async () => {
    const { answers, pending = answers[2], refused } = rows[method] as Row
    if (pending === undefined) {
      await expect(answer('pending')).rejects.toMatchObject({ details: refused })
    } else {
      expect(await answer('pending')).toEqual(pending)
    }
  })

  test.each([1, 2])('answers of flashblock %i when it is named', async (index) => {
    const { answers, refused } = rows[method] as Row
    if (refused === undefined) expect(await answer(afterFlashblock(index))).toEqual(answers[index])
    else await expect(answer(afterFlashblock(index))).rejects.toThrow(refused)
  })

  test('says that a flashblock is not there', async () => {
    const { refused } = rows[method] as Row
    await expect(answer(afterFlashblock(3))).rejects.toThrow(
      method === 'eth_newFilter'
        ? refused
        : 'flashblock 3 not found: the newest of the pending block is 2',
    )
  })

  test.each([
    { blockNumber: 'latest', flashblock: 1 },
    { blockNumber: '0x1', flashblock: 1 },
    { blockNumber: 'pending', flashblock: -1 },
    { blockNumber: 'pending', flashblock: 'newest' },
    { flashblock: 1 },
  ])('refuses %j as parameters that are none', async (block) => {
    await expect(answer(block)).rejects.toMatchObject({ cause: { code: -32602 } })
  })
})
